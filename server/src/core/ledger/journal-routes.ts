import { type StaffRoute, type TableListParts, tableList } from '#core/access'
import { formatMoney, type Money } from '#kernel/base/money.ts'
import { inOrder } from '#kernel/db/list.ts'
import { entryRecord, entryShape } from './books-shapes.ts'
import type { JournalEntry } from './journal.ts'
import type { Line } from './line.ts'
import { entriesById } from './read-books.ts'

/** The journal, as a list and as a file. */
export const journalRoutes = (parts: TableListParts): StaffRoute[] =>
  tableList(parts, {
    name: 'book-entries',
    path: '/books/entries',
    operations: { list: 'listBookEntries', export: 'exportBookEntries' },
    group: 'Books',
    permission: 'books:read',
    isOperators: true,
    summary: 'The journal, newest first',
    table: 'ledger.entries',
    madeAt: 'posted_at',
    filters: {},
    shape: entryShape,
    record: entryRecord,
    whose: async () => ({ splits: [], timeZone: 'UTC', ofWhom: undefined }),
    selected: () => ({ conditions: [] }),
    things: async (rows) => {
      const ids = rows.map(({ id }) => id)
      return inOrder(ids, await entriesById(parts.db, ids))
    },
    columns: {
      id: ({ id }) => String(id),
      at: ({ postedAt }) => postedAt,
      at_utc: ({ postedAt }) => String(postedAt),
      recipe: ({ recipe }: JournalEntry) => recipe,
      reference: ({ reference }) => reference,
      debits: ({ lines }) => sideText(lines, 1n),
      credits: ({ lines }) => sideText(lines, -1n),
    },
  })

/** `merchant:101:payable 9.90 EUR; fees:acquirer 0.10 EUR` */
const sideText = (lines: readonly Line[], sign: 1n | -1n): string =>
  lines
    .filter(({ amount }) => amount.minor * sign > 0n)
    .map(({ account, amount }) => `${account} ${unsigned(amount)} ${amount.currency}`)
    .join('; ')

const unsigned = ({ minor, currency }: Money): string => formatMoney({ minor: minor < 0n ? -minor : minor, currency })
