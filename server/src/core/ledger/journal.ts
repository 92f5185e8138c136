import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Line } from './line.ts'
import { committedThrough } from './store.ts'

/** An entry with all of its lines, as an accountant reads the journal. */
export type JournalEntry = {
  id: bigint
  recipe: string
  reference: string
  postedAt: Instant
  lines: readonly Line[]
}

/**
 * The next entries after one, in the order of their ids. An entry is returned only when none with a smaller id can still
 * be committed, so who goes on after the last one misses nothing.
 */
export async function journalAfter(
  db: Reader,
  { after, limit }: { after: bigint; limit: number },
): Promise<JournalEntry[]> {
  // Looking is cheap while nothing is new: only then are those who write waited for.
  const [newer] = await db.run('select from ledger.entries where id > $1 limit 1', [after])
  if (!newer) return []
  const rows = (await db.run(
    `select e.id, e.recipe, e.reference, e.posted_at as "postedAt", l.account, l.currency, l.minor
     from (
       select * from ledger.entries where id > $1 and id <= $2 order by id limit ${limit}
     ) e join ledger.lines l on l.entry_id = e.id
     order by e.id, l.minor <= 0, l.account`,
    [after, await committedThrough(db)],
  )) as EntryRow[]
  return entriesOfRows(rows)
}

/** Rows of entries with their lines, in the order of the entries. */
export function entriesOfRows(rows: readonly EntryRow[]): JournalEntry[] {
  const entries = Map.groupBy(rows, ({ id }) => id)
  return [...entries.values()].map(([first, ...rest]) => {
    const { id, recipe, reference, postedAt } = first!
    return { id, recipe, reference, postedAt, lines: [first!, ...rest].map(lineOf) }
  })
}

export type EntryRow = Omit<JournalEntry, 'lines'> & { account: string; currency: Currency; minor: bigint }
const lineOf = ({ account, currency, minor }: EntryRow): Line => ({ account, amount: money(minor, currency) })
