import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  { table: 'pricing.rules', what: 'pricing rule', key: ['id'], older: 'bind' },
  { table: 'pricing.removals', what: 'removed pricing rule', key: ['rule_id'], older: 'bind' },
]
