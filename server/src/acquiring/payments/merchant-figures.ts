import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { capturedWithin } from './captured-within.ts'
import { figuresByHour, type HourFigures } from './figures-by-hour.ts'
import type { RowCountIndexOf } from './list-transactions.ts'
import { type OfMerchant, resultsOfPayments } from './results-of-payments.ts'

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

/** What the home of a merchant shows: sums of hours, and what has happened since the last of them. */
export async function merchantFigures(
  parts: { db: Db; rowCounts: RowCountIndexOf },
  merchant: OfMerchant,
  bounds: Bounds,
): Promise<MerchantFigures> {
  const [sums, results, hours] = await Promise.all([
    sumsOf(parts.db, merchant.merchantId, bounds),
    resultsOfPayments(parts, merchant, bounds.now),
    figuresByHour(parts.db, merchant.merchantId, bounds),
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
  const spans = [
    { from: today, to: now },
    { from: lastWeek, to: lastWeekNow },
    { from: month, to: now },
  ]
  const rows = await capturedWithin(db, merchantId, spans)
  return [...new Set(rows.map(({ currency }) => currency))].toSorted().map((currency) => {
    const mine = rows.filter((row) => row.currency === currency)
    const sum = (what: 'captured' | 'fee', nth: number, types: readonly string[]) =>
      mine.reduce((total, row) => (row.nth === nth && types.includes(row.type) ? total + row[what] : total), 0n)
    return {
      currency,
      today: sum('captured', 0, ['deposit']),
      lastWeek: sum('captured', 1, ['deposit']),
      month: sum('captured', 2, ['deposit']),
      feesTaken: sum('fee', 2, ['deposit']),
      feesBack: sum('fee', 2, ['refund', 'capture-failure']),
      monthReturned: sum('captured', 2, ['refund', 'chargeback', 'capture-failure']),
    }
  })
}
