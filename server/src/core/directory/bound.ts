import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  { table: 'directory.audit', what: 'audit entry', key: ['id'], older: 'bind' },
  { table: 'directory.merchant_details', what: 'merchant', key: ['id'], older: 'bind' },
  { table: 'directory.sites', what: 'site', key: ['id'], coversId: true, older: 'bind' },
  {
    table: 'directory.site_keys',
    what: 'key of a site',
    key: ['id'],
    free: { used_at: 'it decides only which of two valid keys is used' },
    older: 'bind',
  },
]
