import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  {
    table: 'topups.topups',
    what: 'topup',
    key: ['id'],
    free: {
      due_at: 'it only says when the topup is looked at next',
      leased_until: 'a worker has it for seconds',
    },
    older: 'bind',
  },
  { table: 'topups.quotes', what: 'quote of a topup', key: ['id'], older: 'bind' },
  {
    table: 'topups.receipts',
    what: 'receipt of a topup',
    key: ['id'],
    free: {
      due_at: 'it only says when the receipt is looked at next',
      leased_until: 'a worker has it for seconds',
    },
    older: 'bind',
  },
]
