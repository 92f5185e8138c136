import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  { table: 'programmes.products', what: 'card product', key: ['id'], older: 'bind' },
  { table: 'programmes.settings', what: 'card programme', key: ['partner_id'], older: 'bind' },
]
