import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type EntryRow, entriesOfRows, type JournalEntry } from './journal.ts'

/** One line of an account: the entry, what it did here, and the balance after it. Debit above zero. */
export type AccountLine = {
  id: bigint
  recipe: string
  reference: string
  postedAt: Instant
  amount: Money
}

/** Newest first; `before` is the entry where the page before this one ended. */
export async function linesOfAccount(
  db: Reader,
  {
    account,
    currency,
    before,
    limit,
  }: { account: string; currency: Currency; before: bigint | undefined; limit: number },
): Promise<AccountLine[]> {
  const rows = await db.run(
    `select e.id, e.recipe, e.reference, e.posted_at as "postedAt", l.minor
       from (
         select entry_id, sum(minor)::bigint as minor from ledger.lines
          where account = $1 and currency = $2 and ($3::bigint is null or entry_id < $3)
          group by entry_id order by entry_id desc limit ${limit}
       ) l join ledger.entries e on e.id = l.entry_id
      order by e.id desc`,
    [account, currency, before ?? null],
  )
  return (rows as (Omit<AccountLine, 'amount'> & { minor: bigint })[]).map(({ minor, ...entry }) => ({
    ...entry,
    amount: money(minor, currency),
  }))
}

export async function entriesById(db: Reader, ids: readonly bigint[]): Promise<JournalEntry[]> {
  if (ids.length === 0) return []
  const rows = await db.run(
    `select e.id, e.recipe, e.reference, e.posted_at as "postedAt", l.account, l.currency, l.minor
       from ledger.entries e join ledger.lines l on l.entry_id = e.id
      where e.id = any($1::bigint[]) order by e.id, l.minor <= 0, l.account`,
    [ids],
  )
  return entriesOfRows(rows as EntryRow[])
}

export async function entryNumbered(db: Reader, id: bigint): Promise<JournalEntry | undefined> {
  return (await entriesById(db, [id]))[0]
}
