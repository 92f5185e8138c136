import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  dispute_not_found: ['not_found', 'There is no dispute {disputeId}.'],
  disputed_transaction_not_found: ['not_found', 'There is no transaction {transactionId}.'],
  transaction_not_disputable: [
    'conflict',
    'The transaction is a {type} and {status}. Purchases and withdrawals can be disputed when they are settled.',
  ],
  dispute_too_late: [
    'conflict',
    'The transaction was settled at {settledAt}. It could be disputed for {days} days, until {until}.',
  ],
  dispute_exceeds_transaction: [
    'invalid',
    'At most {most} {currency} of the transaction can be disputed: what was settled, less what was refunded and what was won before.',
  ],
  dispute_open: [
    'conflict',
    'The transaction has an open dispute already: {disputeId}. Wait until it is decided, or cancel it.',
  ],
  disputed_account_closed: ['conflict', 'The account of the payment is closed, and nothing can be credited to it.'],
  nothing_to_dispute: ['conflict', 'All of the transaction was refunded, or was disputed before.'],
  invalid_dispute_amount: ['invalid', 'must be an amount of {currency} above zero.'],
  dispute_decided: ['conflict', 'The dispute is {status}, and cannot be changed like that.'],
  dispute_on_us: [
    'conflict',
    'The payment was made at this installation, and its connector for own cards does not know it. Refund the payment there; then the dispute is lost here, since its money is back.',
  ],
})
