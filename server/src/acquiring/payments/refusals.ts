import { Refusal, refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  payment_not_found: ['not_found', 'There is no such transaction.'],
  unexpected_payment_status: ['conflict', 'The transaction is {status}; to {action} it, it must be {needed}.'],
  payment_not_unresolved: [
    'conflict',
    'The transaction is {status}; no result of the acquirer is awaited that could be recorded by hand.',
  ],
  result_still_awaited: [
    'conflict',
    'The request was sent just now, and its result may still arrive. Try again after {until}.',
  ],
  test_card: ['invalid', 'This is the number of a test card; send that of a real one.'],
  payment_in_progress: ['conflict', 'A payment of this order is in progress or done already; read its result.'],
  capture_too_large: ['invalid', 'At most {most} {currency} can be captured of this transaction.'],
  void_not_partial: ['invalid', 'An authorization can only be voided whole; leave the amount out, or send {whole}.'],
  nothing_left_to_refund: ['conflict', 'All of this transaction is refunded already, or being refunded.'],
  refund_too_large: ['invalid', 'At most {most} {currency} of this transaction can still be refunded.'],
  payment_charged_back: [
    'conflict',
    "The cardholder's bank has charged back {chargedBack} {currency} of this transaction, and a refund would pay it twice. At most {most} {currency} can be refunded; wait for the end of the dispute before you refund more.",
  ],
  amount_not_positive: ['invalid', 'The amount must be above zero.'],
  payout_is_final: ['conflict', 'A payout cannot be refunded or cancelled; charge the customer instead.'],
  amount_not_supported: [
    'invalid',
    'No processor of this platform accepts a payment of this amount: it is too small, too large, or has more decimals than processors count in this currency.',
  ],
  currency_not_supported: ['invalid', 'No processor of this platform accepts a payment in this currency.'],
  wallet_not_supported: [
    'invalid',
    'No processor of this platform takes cards of wallets for this payment; pay with the card itself.',
  ],
  payments_paused: [
    'busy',
    'The operator of this platform has paused payments by the processor of this one, and nothing was done. Send it again later.',
  ],
  capture_not_partial: [
    'invalid',
    'The processor of this transaction captures all of it or nothing; leave the amount out, or send {whole}.',
  ],
})

/** After how many seconds a page offers to go on, where all connectors that could charge are paused; undefined for every other error. */
export const pauseOf = (error: unknown): { seconds: number } | undefined =>
  error instanceof Refusal && error.code === 'payments_paused'
    ? { seconds: Number(error.details.retryAfterSeconds) }
    : undefined
