import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  {
    table: 'deposits.keys',
    what: 'key of deposits',
    key: ['id'],
    free: { next_index: 'it is above all that are used: deposits/audit' },
    older: 'bind',
  },
  { table: 'deposits.chains', what: 'chain', key: ['id'], older: 'bind' },
  { table: 'deposits.assets', what: 'asset', key: ['id'], older: 'bind' },
  { table: 'deposits.addresses', what: 'deposit address', key: ['id'], older: 'bind' },
  { table: 'deposits.deposits', what: 'deposit of coins', key: ['id'], older: 'bind' },
]
