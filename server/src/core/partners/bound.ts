import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  { table: 'partners.partners', what: 'partner', key: ['id'], coversId: true, older: 'bind' },
  { table: 'partners.api_keys', what: 'API key of a partner', key: ['id'], older: 'bind' },
  { table: 'partners.signing_keys', what: 'signing key of a partner', key: ['id'], older: 'bind' },
]
