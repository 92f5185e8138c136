import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  { table: 'fee_invoices.billing_details', what: 'billing details', key: ['id'], older: 'bind' },
  { table: 'fee_invoices.months', what: 'month of fee invoices', key: ['id'], older: 'bind' },
]
