import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  transaction_not_found: ['not_found', 'You have no transaction {transactionId}.'],
})
