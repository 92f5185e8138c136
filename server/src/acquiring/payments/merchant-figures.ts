import { type RawBuilder, sql } from 'kysely'
import type { MerchantId, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { figuresByHour, type HourFigures } from './figures-by-hour.ts'
import type { RowCountIndexOf } from './list-transactions.ts'
import { resultsOfPayments } from './results-of-payments.ts'

/** Money in one currency: never added to another. */
export type CurrencyFigures = {
  currency: Currency
  /** Captured since the day began. */
  today: Money
  /** The same of a week ago, until the same time of day. */
  lastWeek: Money
  /** Captured since the month began, and our fees of the month, less those that went back with refunds. */
  month: Money
  monthFees: Money
  /** Refunds and chargebacks of the month, whatever payments they are of. */
  monthReturned: Money
  /** The month without fees and what was returned. */
  monthNet: Money
  /** Today hour by hour, beside the same day a week ago. */
  hours: HourFigures[]
}

export type MerchantFigures = {
  currencies: CurrencyFigures[]
  /** Payments tried within 30 days whose result is known, and how many of them were approved. */
  attempted: number
  approved: number
  /** The same of the 30 days before them. */
  before: { attempted: number; approved: number }
  /** Of those declined within 7 days, by reason, the most frequent first. */
  declines: { reason: string; count: number }[]
}

/** The bounds of days, as the zone of the merchant has them. */
export type Bounds = {
  now: Instant
  today: Instant
  lastWeek: Instant
  lastWeekNow: Instant
  lastWeekEnd: Instant
  month: Instant
}

/** Half-open days of the zone: one on which clocks change has 23 or 25 hours. */
export function boundsAt(now: Instant, timeZone: string): Bounds {
  const local = now.toZonedDateTimeISO(timeZone)
  const weekAgo = local.subtract({ days: 7 })
  return {
    now,
    today: local.startOfDay().toInstant(),
    lastWeek: weekAgo.startOfDay().toInstant(),
    lastWeekNow: weekAgo.toInstant(),
    lastWeekEnd: weekAgo.add({ days: 1 }).startOfDay().toInstant(),
    month: local.with({ day: 1 }).startOfDay().toInstant(),
  }
}

/**
 * What the home of a merchant shows. The sums are read in the index on merchant and moment of capture, which has all that
 * they need: entries of this merchant alone, and no rows.
 */
export async function merchantFigures(
  parts: { db: Db; rowCounts: RowCountIndexOf },
  { merchantId, siteIds }: { merchantId: MerchantId; siteIds: readonly SiteId[] },
  bounds: Bounds,
): Promise<MerchantFigures> {
  const [sums, results, hours] = await Promise.all([
    sumsOf(parts.db, merchantId, bounds),
    resultsOfPayments(parts, siteIds, bounds.now),
    figuresByHour(parts.db, merchantId, bounds),
  ])
  return {
    currencies: sums.map(({ currency, ...minor }) => ({
      currency,
      today: money(minor.today, currency),
      lastWeek: money(minor.lastWeek, currency),
      month: money(minor.month, currency),
      monthFees: money(minor.feesTaken - minor.feesBack, currency),
      monthReturned: money(minor.monthReturned, currency),
      monthNet: money(minor.month - minor.feesTaken + minor.feesBack - minor.monthReturned, currency),
      hours: hours.get(currency) ?? [],
    })),
    ...results,
  }
}

const firstOf = ({ lastWeek, month }: Bounds): Instant =>
  Temporal.Instant.compare(lastWeek, month) < 0 ? lastWeek : month

const between = (from: Instant, to: Instant) => sql`captured_at >= ${from} and captured_at < ${to}`

type Sums = {
  currency: Currency
  today: bigint
  lastWeek: bigint
  month: bigint
  feesTaken: bigint
  feesBack: bigint
  monthReturned: bigint
}

async function sumsOf(db: Db, merchantId: MerchantId, bounds: Bounds): Promise<Sums[]> {
  const { now, today, lastWeek, lastWeekNow, month } = bounds
  const sum = (column: string, what: RawBuilder<unknown>, from: Instant, to: Instant) =>
    sql`coalesce(sum(${sql.ref(column)}) filter (where ${what} and ${between(from, to)}), 0)::bigint`
  const [deposit, returned] = [sql`type = 'deposit'`, sql`type in ('refund', 'chargeback', 'capture-failure')`]
  const { rows } = await sql<Sums>`
    select currency, ${sum('captured_minor', deposit, today, now)} as today,
           ${sum('captured_minor', deposit, lastWeek, lastWeekNow)} as "lastWeek",
           ${sum('captured_minor', deposit, month, now)} as month,
           ${sum('fee_minor', deposit, month, now)} as "feesTaken",
           ${sum('fee_minor', sql`type in ('refund', 'capture-failure')`, month, now)} as "feesBack",
           ${sum('captured_minor', returned, month, now)} as "monthReturned"
    from payments.payments where merchant_id = ${merchantId} and captured_at >= ${firstOf(bounds)}
    group by currency order by currency`.execute(db.read)
  return rows
}
