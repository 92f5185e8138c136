import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  { table: 'routing.rules', what: 'routing rule', key: ['id'], older: 'bind' },
  { table: 'routing.pauses', what: 'pause of a connector', key: ['connector'], older: 'bind' },
]
