import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { accounts as chart } from './accounts.ts'

/**
 * What one entry changes on the accounts. Above zero when we owe more by it: a holder's account grows. `exchanged` is the
 * same in the other currency, of an entry that changes one into another.
 */
export type BookedEntry = {
  id: bigint
  recipe: string
  reference: string
  postedAt: Instant
  amount: Money
  exchanged: Money | undefined
}

/** What was booked on some accounts in a span of time, in the order of booking. */
export type History = {
  /** What we owed on it before. */
  before: Money
  /** How many entries there are. */
  count: number
  /** In parts, each read when the one before it has been used; no connection is kept between them. */
  entries(): AsyncGenerator<readonly BookedEntry[]>
}

/**
 * Of accounts that are one to their owner, such as what is there and what is owed: `from` is in the span, `until` is not. An
 * entry belongs to the moment that it says. `without`: recipes that only move money between these accounts, which change
 * nothing for their owner.
 */
export type HistorySpan = {
  accounts: readonly string[]
  currency: Currency
  from: Instant
  until: Instant
  without?: readonly string[]
}

/**
 * The lines of the accounts are all that is read, so the books alone decide: reading the same span again, when nothing
 * can be booked in it any more, returns the same. Costs a pass over the lines of these accounts, however many others there
 * are.
 */
export async function historyOf(db: Reader, span: HistorySpan): Promise<History> {
  const { accounts, currency, from, until, without = [] } = span
  const [row] = await db.run(
    `select coalesce(sum(-l.minor) filter (where e.posted_at < $3), 0)::bigint as before,
            count(distinct e.id) filter (where e.posted_at >= $3 and e.recipe <> all($5))::integer as count,
            min(l.entry_id) filter (where e.posted_at >= $3) as first,
            max(l.entry_id) filter (where e.posted_at >= $3) as last
     from ledger.lines l join ledger.entries e on e.id = l.entry_id
     where l.account = any($1) and l.currency = $2 and e.posted_at < $4`,
    [accounts, currency, from, until, without],
  )
  const { before, count, first, last } = row as Totals
  return {
    before: money(before, currency),
    count,
    entries: async function* () {
      if (first === null || last === null) return
      for (let after = first - 1n; after < last; ) {
        const part = await entriesAfter(db, span, { after, last })
        if (part.length === 0) return
        yield part
        after = part.at(-1)!.id
      }
    },
  }
}

type Totals = { before: bigint; count: number; first: bigint | null; last: bigint | null }

/** What these entries have booked on one account in a currency, as a credit; those that have nothing there are left out. */
export async function creditedBy(
  db: Reader,
  { entryIds, account, currency }: { entryIds: readonly bigint[]; account: string; currency: Currency },
): Promise<ReadonlyMap<bigint, bigint>> {
  const rows = await db.run(
    `select entry_id as id, sum(-minor)::bigint as minor from ledger.lines
     where entry_id = any($1) and account = $2 and currency = $3 group by entry_id`,
    [entryIds, account, currency],
  )
  return new Map((rows as { id: bigint; minor: bigint }[]).map(({ id, minor }) => [id, minor]))
}

async function entriesAfter(
  db: Reader,
  { accounts, currency, from, until, without = [] }: HistorySpan,
  { after, last }: { after: bigint; last: bigint },
): Promise<BookedEntry[]> {
  const rows = await db.run(
    `select entry.*, x.currency as "exchangedCurrency", x.minor as "exchangedMinor" from (
     select e.id, e.recipe, e.reference, e.posted_at as "postedAt", sum(-l.minor)::bigint as minor
     from ledger.lines l join ledger.entries e on e.id = l.entry_id
     where l.account = any($1) and l.currency = $2 and l.entry_id > $5 and l.entry_id <= $6
       and e.id > $5 and e.id <= $6 -- said twice, so that no plan begins at the first entry of the books
       and e.posted_at >= $3 and e.posted_at < $4 and e.recipe <> all($8)
     group by l.entry_id, e.id
     order by l.entry_id
     limit ${entriesPerPart}) entry
     left join lateral (
       select currency, sum(-minor)::bigint as minor from ledger.lines
       where entry_id = entry.id and account = $7 and currency <> $2 group by currency limit 1) x on true
     order by entry.id`,
    [accounts, currency, from, until, after, last, chart.conversions, without],
  )
  return (rows as Row[]).map(({ minor, exchangedCurrency, exchangedMinor, ...entry }) => ({
    ...entry,
    amount: money(minor, currency),
    exchanged: exchangedCurrency === null ? undefined : money(exchangedMinor!, exchangedCurrency),
  }))
}
type Row = Omit<BookedEntry, 'amount' | 'exchanged'> & {
  minor: bigint
  exchangedCurrency: Currency | null
  exchangedMinor: bigint | null
}
const entriesPerPart = 1_000

/**
 * A moment before which an account has no entry, or undefined if it has none at all: a day before its first number, since
 * numbers and moments are not in one order.
 */
export async function firstBookedAt(
  db: Reader,
  { accounts, currency }: { accounts: readonly string[]; currency: Currency },
): Promise<Instant | undefined> {
  const [row] = await db.run(
    `select e.posted_at as "postedAt" from ledger.entries e where e.id = (
       select min(first) from unnest($1::text[]) as a cross join lateral (
         select min(entry_id) as first from ledger.lines where account = a and currency = $2) as of_account)`,
    [accounts, currency],
  )
  return (row?.postedAt as Instant | undefined)?.subtract({ hours: 24 })
}
