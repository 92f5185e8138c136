import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  { table: 'wallets.accounts', what: 'wallet account', key: ['id'], older: 'bind' },
  { table: 'wallets.keys', what: 'key of a wallet account', key: ['id'], older: 'bind' },
]
