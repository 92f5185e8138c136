import type { DeclineAdvice, Declined, DeclineReason } from '../port.ts'

/**
 * Adyen's refusal reasons (docs.adyen.com, "Refusal reasons", as of July 2026) as the port has them. What its risk
 * system refuses is not shown to shoppers by its reason.
 */
const byCode: Readonly<Record<string, DeclineReason>> = {
  2: 'declined_by_bank', // Refused
  3: 'declined_by_bank', // Referral
  4: 'provider_error', // Acquirer Error
  5: 'card_lost_or_stolen', // Blocked Card
  6: 'card_expired', // Expired Card
  7: 'rejected_by_processor', // Invalid Amount
  8: 'rejected_by_processor', // Invalid Card Number
  9: 'provider_error', // Issuer Unavailable
  10: 'declined_by_bank', // Not supported
  11: 'authentication_failed', // 3D Not Authenticated
  12: 'insufficient_funds', // Not enough balance
  14: 'declined_by_bank', // Acquirer Fraud
  15: 'authentication_failed', // Cancelled
  16: 'authentication_failed', // Shopper Cancelled
  20: 'rejected_by_processor', // FRAUD
  21: 'rejected_by_processor', // Not Submitted
  22: 'rejected_by_processor', // FRAUD-CANCELLED
  23: 'declined_by_bank', // Transaction Not Permitted
  24: 'security_code_wrong', // CVC Declined
  25: 'declined_by_bank', // Restricted Card
  26: 'declined_by_bank', // Revocation Of Auth
  27: 'declined_by_bank', // Declined Non Generic
  28: 'limit_exceeded', // Withdrawal amount exceeded
  29: 'limit_exceeded', // Withdrawal count exceeded
  31: 'declined_by_bank', // Issuer Suspected Fraud
  32: 'declined_by_bank', // AVS Declined
  34: 'declined_by_bank', // No checking account available
  35: 'declined_by_bank', // No savings account available
  38: 'authentication_required', // Authentication required
  39: 'authentication_failed', // RReq not received from DS
  42: 'authentication_failed', // 3DS Authentication Error
}

/** A code that is not in the table is the bank's: it never sends the payment to another connector. */
export const reasonOf = (code: string | undefined): DeclineReason => byCode[code ?? ''] ?? 'declined_by_bank'

/**
 * The merchant advice code of Mastercard (`additionalData.merchantAdviceCode`), a text that begins with or contains its two
 * digits, such as "01 : New account information available".
 */
export const adviceOf = (text: string | undefined): DeclineAdvice | undefined =>
  byAdvice[/(?<!\d)\d{2}(?!\d)/.exec(text ?? '')?.[0] ?? '']
const byAdvice: Readonly<Record<string, DeclineAdvice>> = {
  '01': 'new_card_details',
  '02': 'retry_later',
  '03': 'do_not_retry',
  '21': 'do_not_retry', // the cardholder has ended the agreement
  '24': 'retry_later', // in an hour; those behind it in a day, two, four, six, eight and ten days
  '25': 'retry_later',
  '26': 'retry_later',
  '27': 'retry_later',
  '28': 'retry_later',
  '29': 'retry_later',
  '30': 'retry_later',
}

/** Validation errors of Adyen that say something of the card (HTTP 422). */
const byErrorCode: Readonly<Record<string, DeclineReason>> = {
  103: 'security_code_wrong', // CVC is not the right length
  129: 'card_expired', // Expiry Date Invalid
}
export const reasonOfError = (errorCode: string | undefined): DeclineReason =>
  byErrorCode[errorCode ?? ''] ?? 'rejected_by_processor'

export const declined = (
  reason: DeclineReason,
  more: Partial<Pick<Declined, 'reference' | 'checks' | 'advice'>> = {},
): Declined => ({
  outcome: 'declined',
  reason,
  reference: undefined,
  checks: undefined,
  ...more,
})

/**
 * The same of an authorization that only a webhook reports: by the text of its reason, which is not signed. So it is never
 * one that sends the payment on to another connector.
 */
export const reasonOfText = (text: string): DeclineReason => byText[text.trim().toLowerCase()] ?? 'declined_by_bank'
const byText: Readonly<Record<string, DeclineReason>> = {
  'not enough balance': 'insufficient_funds',
  'expired card': 'card_expired',
  'blocked card': 'card_lost_or_stolen',
  'cvc declined': 'security_code_wrong',
  '3d not authenticated': 'authentication_failed',
  'authentication required': 'authentication_required',
  'withdrawal amount exceeded': 'limit_exceeded',
  'withdrawal count exceeded': 'limit_exceeded',
  fraud: 'rejected_by_processor',
}
