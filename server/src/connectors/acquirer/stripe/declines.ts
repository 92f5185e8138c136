import type { DeclineAdvice, DeclineReason } from '../port.ts'
import type { StripeError } from './objects.ts'

/**
 * Stripe's decline codes and error codes of cards, as its pages listed them on 2026-11-21. `decline_code` says more than
 * `code` where both are there. A code that is not listed is the bank's.
 */
const reasons: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'insufficient_funds',
  card_velocity_exceeded: 'limit_exceeded',
  withdrawal_count_limit_exceeded: 'limit_exceeded',
  expired_card: 'card_expired',
  invalid_expiry_month: 'card_expired',
  invalid_expiry_year: 'card_expired',
  lost_card: 'card_lost_or_stolen',
  stolen_card: 'card_lost_or_stolen',
  pickup_card: 'card_lost_or_stolen',
  invalid_account: 'card_closed',
  new_account_information_available: 'card_closed',
  incorrect_cvc: 'security_code_wrong',
  invalid_cvc: 'security_code_wrong',
  authentication_required: 'authentication_required',
  authentication_not_handled: 'authentication_required',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
  // Which rule has stopped it is for nobody who may be trying cards.
  fraudulent: 'rejected_by_processor',
  merchant_blacklist: 'rejected_by_processor',
  incorrect_number: 'rejected_by_processor',
  invalid_number: 'rejected_by_processor',
  invalid_amount: 'rejected_by_processor',
  amount_too_small: 'rejected_by_processor',
  amount_too_large: 'rejected_by_processor',
  duplicate_transaction: 'rejected_by_processor',
  testmode_decline: 'rejected_by_processor',
  live_mode_test_card: 'rejected_by_processor',
  processing_error: 'provider_error',
  try_again_later: 'provider_error',
  reenter_transaction: 'provider_error',
  issuer_not_available: 'provider_error',
}

/** The networks' codes, where Stripe's own is none of the above. */
const networkReasons: Readonly<Record<string, DeclineReason>> = {
  '1A': 'authentication_required',
  46: 'card_closed',
  51: 'insufficient_funds',
  54: 'card_expired',
  61: 'limit_exceeded',
  65: 'limit_exceeded',
  91: 'provider_error',
  96: 'provider_error',
  R1: 'card_closed',
  R3: 'card_closed',
}

export function reasonOf(error: StripeError): DeclineReason {
  const { code, decline_code: declineCode, network_decline_code: networkCode, advice_code: advice } = error
  const known = [declineCode, code].map((one) => (one ? reasons[one] : undefined)).find((one) => one !== undefined)
  if (known) return known
  const network = networkCode ? networkReasons[networkCode] : undefined
  if (network) return network
  // The bank forbids to try this card again, which is what the networks' retry rules mean by a closed one.
  if (advice === 'do_not_try_again') return 'card_closed'
  return advice === 'try_again_later' && !declineCode ? 'provider_error' : 'declined_by_bank'
}

/** Stripe's `advice_code`, which it makes of the networks' codes. */
export const adviceOf = ({ advice_code: code }: StripeError): DeclineAdvice | undefined => advices[code ?? '']
const advices: Readonly<Record<string, DeclineAdvice>> = {
  do_not_try_again: 'do_not_retry',
  try_again_later: 'retry_later',
  confirm_card_data: 'new_card_details',
}
