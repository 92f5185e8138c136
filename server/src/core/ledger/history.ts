import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'

/** What one entry changes on an account. Above zero when we owe more by it: a holder's account grows. */
export type BookedEntry = { id: bigint; recipe: string; reference: string; postedAt: Instant; amount: Money }

/** What was booked on an account in a span of time, in the order of booking. */
export type History = {
  /** What we owed on it before. */
  before: Money
  count: number
  /** In parts, each read when the one before it has been used; no connection is kept between them. */
  entries(): AsyncGenerator<readonly BookedEntry[]>
}

/** Of one account: `from` is in the span, `until` is not. An entry belongs to the moment that it says. */
export type HistorySpan = { account: string; currency: Currency; from: Instant; until: Instant }

/**
 * The lines of the account are all that is read, so the books alone decide: reading the same span again, when nothing
 * can be booked in it any more, returns the same. Costs a pass over the lines of this account, however many others there
 * are.
 */
export async function historyOf(db: Reader, span: HistorySpan): Promise<History> {
  const { account, currency, from, until } = span
  const [row] = await db.run(
    `select coalesce(sum(-l.minor) filter (where e.posted_at < $3), 0)::bigint as before,
            count(*) filter (where e.posted_at >= $3)::integer as count,
            min(l.entry_id) filter (where e.posted_at >= $3) as first,
            max(l.entry_id) filter (where e.posted_at >= $3) as last
     from ledger.lines l join ledger.entries e on e.id = l.entry_id
     where l.account = $1 and l.currency = $2 and e.posted_at < $4`,
    [account, currency, from, until],
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

async function entriesAfter(
  db: Reader,
  { account, currency, from, until }: HistorySpan,
  { after, last }: { after: bigint; last: bigint },
): Promise<BookedEntry[]> {
  const rows = await db.run(
    `select e.id, e.recipe, e.reference, e.posted_at as "postedAt", sum(-l.minor)::bigint as minor
     from ledger.lines l join ledger.entries e on e.id = l.entry_id
     where l.account = $1 and l.currency = $2 and l.entry_id > $5 and l.entry_id <= $6
       and e.id > $5 and e.id <= $6 -- said twice, so that no plan begins at the first entry of the books
       and e.posted_at >= $3 and e.posted_at < $4
     group by l.entry_id, e.id
     order by l.entry_id
     limit ${entriesPerPart}`,
    [account, currency, from, until, after, last],
  )
  return (rows as (Omit<BookedEntry, 'amount'> & { minor: bigint })[]).map(({ minor, ...entry }) => ({
    ...entry,
    amount: money(minor, currency),
  }))
}
const entriesPerPart = 1_000
