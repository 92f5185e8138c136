import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { capturedWithin } from './captured-within.ts'
import type { Span } from './hours.ts'
import type { Bounds } from './merchant-figures.ts'

/** What was captured from the beginning of the day to the end of an hour, as a line shows it. */
export type HourFigures = {
  /** 1 is the first hour of the day. A day on which clocks change has 23 or 25. */
  hour: number
  /** Absent: the hour has not begun. */
  today: Money | undefined
  lastWeek: Money
}

/** Today, and the same day a week ago as a whole, by currency. */
export async function figuresByHour(
  db: Db,
  merchantId: MerchantId,
  { now, today, lastWeek, lastWeekEnd }: Bounds,
): Promise<Map<Currency, HourFigures[]>> {
  const [current, before] = await Promise.all([
    capturedByHour(db, merchantId, { from: today, to: now }),
    capturedByHour(db, merchantId, { from: lastWeek, to: lastWeekEnd }),
  ])
  const begun = hoursOf(today, now)
  const hours = Math.max(begun, hoursOf(lastWeek, lastWeekEnd))
  const currencies = [...new Set([...current, ...before].map(({ currency }) => currency))]
  return new Map(
    currencies.map((currency) => [
      currency,
      Array.from({ length: hours }, (_, index) => {
        const until = (rows: readonly HourRow[]) => money(sumUntil(rows, currency, index), currency)
        return { hour: index + 1, today: index < begun ? until(current) : undefined, lastWeek: until(before) }
      }),
    ]),
  )
}

const hoursOf = (from: Instant, to: Instant): number => Math.ceil(to.since(from).total('hours'))

type HourRow = { currency: Currency; hour: number; minor: bigint }

const sumUntil = (rows: readonly HourRow[], currency: Currency, hour: number): bigint =>
  rows.reduce((sum, row) => (row.currency === currency && row.hour <= hour ? sum + row.minor : sum), 0n)

/** Half-open, as the sums of days are. */
async function capturedByHour(db: Db, merchantId: MerchantId, { from, to }: Span): Promise<HourRow[]> {
  const hours = Array.from({ length: hoursOf(from, to) }, (_, hour) => {
    const end = from.add({ hours: hour + 1 })
    return { from: from.add({ hours: hour }), to: Temporal.Instant.compare(end, to) < 0 ? end : to }
  })
  if (hours.length === 0) return []
  const rows = await capturedWithin(db, merchantId, hours)
  return rows
    .filter(({ type }) => type === 'deposit')
    .map(({ nth, currency, captured }) => ({ currency, hour: nth, minor: captured }))
}
