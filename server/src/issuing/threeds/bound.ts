import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  { table: 'threeds.authentications', what: 'authentication of 3-D Secure', key: ['id'], older: 'bind' },
  {
    table: 'threeds.challenges',
    what: 'challenge of 3-D Secure',
    key: ['id'],
    free: {
      due_at: 'it only says when the challenge is looked at next',
      leased_until: 'a worker has it for seconds',
    },
    older: 'bind',
  },
]
