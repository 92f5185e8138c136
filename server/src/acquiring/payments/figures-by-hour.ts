import { sql } from 'kysely'
import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
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
async function capturedByHour(
  db: Db,
  merchantId: MerchantId,
  { from, to }: { from: Instant; to: Instant },
): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select currency, floor(extract(epoch from captured_at - ${from}::timestamptz) / 3600)::integer as hour,
           sum(captured_minor)::bigint as minor
    from payments.payments
    where merchant_id = ${merchantId} and type = 'deposit' and captured_at >= ${from} and captured_at < ${to}
    group by currency, hour`.execute(db.read)
  return rows
}
