import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  challenge_not_found: ['not_found', 'The customer has no 3-D Secure challenge {transactionAuthId}.'],
  challenge_over: ['conflict', 'The challenge is {status}: no answer counts any more. Read the transaction.'],
})
