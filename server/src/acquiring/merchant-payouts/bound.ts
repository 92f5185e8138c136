import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  { table: 'merchant_payouts.bank_accounts', what: 'bank account', key: ['id'], coversId: true, older: 'bind' },
  {
    table: 'merchant_payouts.terms',
    what: 'payout terms',
    key: ['id'],
    free: {
      due_at: 'it only says when the merchant is looked at next',
      leased_until: 'a worker has it for seconds',
      schedule_failures: 'it only says which payouts have failed',
    },
    older: 'bind',
  },
  {
    table: 'merchant_payouts.payouts',
    what: 'merchant payout',
    key: ['id'],
    coversId: true,
    free: {
      due_at: 'it only says when the payout is looked at next',
      due_tries: 'it only says how often it was looked at',
      leased_until: 'a worker has it for seconds',
    },
    older: 'bind',
  },
  { table: 'merchant_payouts.earnings', what: 'earnings', key: ['id'], older: 'bind' },
]
