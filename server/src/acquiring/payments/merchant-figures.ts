import { sql } from 'kysely'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { figuresByHour, type HourFigures } from './figures-by-hour.ts'

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

/** What the home of a merchant shows of its sites. Authorizations are captured within 31 days (site settings). */
export async function merchantFigures(db: Db, siteIds: readonly SiteId[], bounds: Bounds): Promise<MerchantFigures> {
  const [sums, results, hours] = await Promise.all([
    sumsOf(db, siteIds, bounds),
    resultsOf(db, siteIds, bounds.now),
    figuresByHour(db, siteIds, bounds),
  ])
  const counted = (days: number) => {
    const rows = results.filter((one) => one.days === days)
    const sum = (some: typeof rows) => some.reduce((total, { count }) => total + count, 0)
    return { attempted: sum(rows), approved: sum(rows.filter(({ approved }) => approved)) }
  }
  const declines = results.filter(({ days, approved }) => days === 7 && !approved)
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
    ...counted(30),
    before: counted(60),
    declines: declines
      .map(({ reason, count }) => ({ reason: reason ?? 'unknown', count }))
      .toSorted((one, other) => other.count - one.count),
  }
}

const between = (column: string, from: Instant, to: Instant) =>
  sql<boolean>`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`

function sumsOf(db: Db, siteIds: readonly SiteId[], { now, today, lastWeek, lastWeekNow, month }: Bounds) {
  const first = Temporal.Instant.compare(lastWeek, month) < 0 ? lastWeek : month
  const sum = (column: string, what: string, from: Instant, to: Instant) =>
    sql<bigint>`coalesce(sum(${sql.ref(column)}) filter (where ${sql.raw(what)} and ${between('captured_at', from, to)}), 0)::bigint`
  const [deposit, returned] = [`type = 'deposit'`, `type in ('refund', 'chargeback')`]
  return db.read
    .selectFrom('payments.payments')
    .select('currency')
    .select(sum('captured_minor', deposit, today, now).as('today'))
    .select(sum('captured_minor', deposit, lastWeek, lastWeekNow).as('lastWeek'))
    .select(sum('captured_minor', deposit, month, now).as('month'))
    .select(sum('fee_minor', deposit, month, now).as('feesTaken'))
    .select(sum('fee_minor', `type = 'refund'`, month, now).as('feesBack'))
    .select(sum('captured_minor', returned, month, now).as('monthReturned'))
    .where('site_id', 'in', siteIds)
    .where('created_at', '>=', first.subtract({ hours: 24 * 31 }))
    .where('captured_at', '>=', first)
    .groupBy('currency')
    .orderBy('currency')
    .execute()
}

/** Tries of the last 30 days, of the 30 before them (`days` 60), and of the last 7, by their result and reason. */
async function resultsOf(db: Db, siteIds: readonly SiteId[], now: Instant) {
  const ago = (days: number) => now.subtract({ hours: 24 * days })
  const since = (from: Instant) => sql<number>`(count(*) filter (where created_at >= ${from}))::integer`
  const rows = await db.read
    .selectFrom('payments.payments')
    .select('decline_reason as reason')
    .select(sql<boolean>`status <> 'failed'`.as('approved'))
    .select(sql<number>`count(*)::integer`.as('all'))
    .select([since(ago(30)).as('month'), since(ago(7)).as('week')])
    .where('site_id', 'in', siteIds)
    .where('type', '=', 'deposit')
    .where('created_at', '>=', ago(60))
    .where((where) => where.or([where('status', '=', 'failed'), where('approved_at', 'is not', null)]))
    .groupBy(['reason', 'approved'])
    .execute()
  return rows
    .flatMap(({ reason, approved, all, month, week }) => [
      { days: 60, reason, approved, count: all - month },
      { days: 30, reason, approved, count: month },
      { days: 7, reason, approved, count: week },
    ])
    .filter(({ count }) => count > 0)
}
