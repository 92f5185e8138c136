import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  {
    table: 'processors.connections',
    what: 'connection to a processor',
    key: ['name'],
    free: { checked_at: 'it only tells the operator', check_problem: 'it only tells the operator' },
    older: 'bind',
  },
  { table: 'processors.credentials', what: 'credentials of a connection', key: ['id'], older: 'bind' },
]
