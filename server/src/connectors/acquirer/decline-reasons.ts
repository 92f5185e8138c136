/** Why a request was declined. Every connector maps its own codes to these. */
export const declineReasons = [
  'insufficient_funds',
  'declined_by_bank',
  'rejected_by_processor',
  'limit_exceeded',
  'card_expired',
  'card_lost_or_stolen',
  'card_closed',
  'card_blacklisted',
  'security_code_wrong',
  'authentication_failed',
  'authentication_required',
  'provider_error',
] as const
export type DeclineReason = (typeof declineReasons)[number]

/**
 * What the cardholder's bank advises after a decline, where the acquirer passes on its merchant advice code. `do_not_retry`:
 * this card is never to be charged for this again, whatever the reason says. `retry_later`: it may be approved another day.
 * `new_card_details`: the card was replaced.
 */
export const declineAdvices = ['do_not_retry', 'retry_later', 'new_card_details'] as const
export type DeclineAdvice = (typeof declineAdvices)[number]

/**
 * The connector's own trouble: it says finally that it did not get a decision of the cardholder's bank, so another
 * connector may. Everything else is somebody's decision about the card or the payment, and stands.
 */
export const isTechnical = (reason: DeclineReason): boolean => reason === 'provider_error'
