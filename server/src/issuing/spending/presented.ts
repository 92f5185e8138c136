import { sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'

/** What was booked on a day of UTC, in the currency in which a network is owed it. */
export type Presented = {
  day: Temporal.PlainDate
  kind: 'clearing' | 'refund' | 'reversal'
  currency: Currency
  count: number
  minor: bigint
}

/**
 * What presentments have moved from `from` on and before `before`, of one acquirer or of all others. Their ids sort by the
 * moment of their booking, by which a day of many is found.
 */
export async function presentedBetween(
  db: Reader,
  { from, before, acquirer, isOthers }: { from: Instant; before: Instant; acquirer: string; isOthers: boolean },
): Promise<Presented[]> {
  const whose = isOthers ? sql`p.acquirer_id <> ${acquirer}` : sql`p.acquirer_id = ${acquirer}`
  const { rows } = await sql<Presented>`
    select (p.booked_at at time zone 'UTC')::date as day, p.kind,
      case when p.is_converted then p.merchant_currency else t.currency end as currency,
      count(*)::int as count, sum(case when p.is_converted then p.merchant_minor else p.minor end)::bigint as minor
    from spending.presentments p join spending.transactions t on t.id = p.transaction_id
    where p.id >= ${firstIdAt(from)}::uuid and p.id < ${firstIdAt(before)}::uuid and ${whose}
    group by 1, 2, 3 order by 1, 2, 3`.execute(db.read)
  return rows
}

/** The lowest UUID of version 7 that a moment may have. */
function firstIdAt({ epochMilliseconds }: Instant): string {
  const time = epochMilliseconds.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
