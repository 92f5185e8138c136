import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  { table: 'shoppers.card_imports', what: 'imported card', key: ['id'], older: 'bind' },
]
