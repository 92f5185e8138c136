import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  {
    table: 'disputes.events',
    what: 'dispute event',
    key: ['id'],
    free: {
      due_at: 'it only says when the event is looked at next',
      leased_until: 'a worker has it for seconds',
    },
    older: 'bind',
  },
]
