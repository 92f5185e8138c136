import type { DisputeReason } from '../port.ts'

/**
 * The networks' reason codes as the port has them (Visa Dispute Management and Mastercard Chargeback Guide, as of July
 * 2026). Adyen does not sign them, so that they name a reason and decide nothing.
 */
const byCode: readonly (readonly [pattern: RegExp, reason: DisputeReason])[] = [
  [/^10\.\d$/, 'fraud'],
  [/^(?:4837|4840|4849|4863|4870|4871|UA0\d|F\d\d)$/, 'fraud'],
  [/^13\.1$/, 'not_received'],
  [/^13\.2$/, 'subscription_cancelled'],
  [/^13\.[345]$/, 'not_as_described'],
  [/^13\.6$/, 'credit_not_processed'],
  [/^13\.7$/, 'credit_not_processed'],
  [/^12\.6/, 'duplicate'],
  [/^1[12]\.\d/, 'processing_error'],
  [/^4841$/, 'subscription_cancelled'],
  [/^4853$/, 'not_as_described'],
  [/^4855$/, 'not_received'],
  [/^4860$/, 'credit_not_processed'],
  [/^48(?:08|31|34|42|46)$/, 'processing_error'],
]

export const disputeReasonOf = (code: string): DisputeReason =>
  byCode.find(([pattern]) => pattern.test(code.trim()))?.[1] ?? 'other'
