import { refusals } from '#kernel/refusal.ts'

export const refuse = refusals({
  payment_not_found: ['not_found', 'There is no such transaction.'],
  payment_status_forbids: ['conflict', 'The transaction is {status}; to {wish} it, it would have to be {needed}.'],
  attempt_under_way: ['conflict', 'A payment of this order is under way or done already; look at its result.'],
  capture_too_large: ['invalid', 'At most {most} {currency} can be captured of this transaction.'],
  void_not_partial: ['invalid', 'An authorization is voided whole; leave the amount out, or send {whole}.'],
  nothing_left_to_refund: ['conflict', 'All of this transaction is refunded already, or being refunded.'],
  refund_too_large: ['invalid', 'At most {most} {currency} of this transaction can still be refunded.'],
  amount_not_positive: ['invalid', 'The amount must be above zero.'],
})
