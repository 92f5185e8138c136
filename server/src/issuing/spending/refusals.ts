import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  transaction_not_found: ['not_found', 'The customer has no transaction {transactionId}.'],
})
