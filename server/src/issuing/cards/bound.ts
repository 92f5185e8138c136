import type { BoundTable } from '#kernel/db/bound/bound-table.ts'

/** The rows of this module that grant something: each has a code. */
export const boundTables: readonly BoundTable[] = [
  {
    table: 'cards.cards',
    what: 'card',
    key: ['id'],
    older: 'bind',
  },
  { table: 'cards.page_tokens', what: 'token of a card page', key: ['hash'], older: 'delete' },
]
