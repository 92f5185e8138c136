import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  payment_not_found: ['not_found', 'There is no such transaction.'],
  unexpected_payment_status: ['conflict', 'The transaction is {status}; to {action} it, it would have to be {needed}.'],
  payment_in_progress: ['conflict', 'A payment of this order is under way or done already; look at its result.'],
  capture_too_large: ['invalid', 'At most {most} {currency} can be captured of this transaction.'],
  void_not_partial: ['invalid', 'An authorization is voided whole; leave the amount out, or send {whole}.'],
  nothing_left_to_refund: ['conflict', 'All of this transaction is refunded already, or being refunded.'],
  refund_too_large: ['invalid', 'At most {most} {currency} of this transaction can still be refunded.'],
  payment_charged_back: [
    'conflict',
    "The cardholder's bank has taken {chargedBack} {currency} of this transaction back, so that refunding it would give the money twice. At most {most} {currency} can be refunded; wait for the end of the dispute before you give back more.",
  ],
  amount_not_positive: ['invalid', 'The amount must be above zero.'],
  payout_is_final: ['conflict', 'Money that went to a card cannot be taken back; charge the customer instead.'],
  amount_not_supported: ['invalid', 'No processor of this platform takes a payment of this amount.'],
  capture_not_partial: [
    'invalid',
    'The processor of this transaction captures all of it or nothing; leave the amount out, or send {whole}.',
  ],
})
