import { sql } from 'kysely'
import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import { openHours, openParts, type Span, wholeHours } from './hours.ts'
import { rowsOf } from './spans.ts'

/** What a merchant captured within a span by transactions of one type in one currency, in minor units. */
export type CapturedSum = { nth: number; currency: Currency; type: string; captured: bigint; fee: bigint }

/**
 * For each of these spans, `nth` being its place among them. Of hours that were summed the sums are read, and of the others the index
 * on merchant and moment, which has all that they need.
 */
export async function capturedWithin(
  db: Reader,
  merchantId: MerchantId,
  spans: readonly Span[],
): Promise<CapturedSum[]> {
  // The hours are read first. One that is summed meanwhile is open here, and its sums are left out.
  const open = await openHours(db, {
    from: earliest(spans.map(({ from }) => from)),
    to: latest(spans.map(({ to }) => to)),
  })
  const whole = spans.map((span, nth) => ({ nth, ...wholeHours(span) }))
  const parts = spans.flatMap((span, nth) => openParts(span, open).map((part) => ({ nth, ...part })))
  const [summed, others] = await Promise.all([
    sql<CapturedSum>`
      select nth, currency, type, sum(captured_minor)::bigint as captured, sum(fee_minor)::bigint as fee
      from ${rowsOf(whole)} join payments.captured_by_hour as sums
        on sums.merchant_id = ${merchantId} and sums.hour >= span."from" and sums.hour < span."to"
      where sums.hour <> all(${open}::timestamptz[]) group by nth, currency, type`.execute(db.read),
    sql<CapturedSum>`
      select nth, currency, type, captured, fee from ${rowsOf(parts)} cross join lateral (
        select currency, type, sum(captured_minor)::bigint as captured, sum(fee_minor)::bigint as fee
        from payments.payments
        where merchant_id = ${merchantId} and captured_at >= span."from" and captured_at < span."to"
        group by currency, type) as sums`.execute(db.read),
  ])
  return [...summed.rows, ...others.rows]
}

const sorted = (moments: readonly Instant[]) => moments.toSorted(Temporal.Instant.compare)
const earliest = (moments: readonly Instant[]): Instant => sorted(moments)[0]!
const latest = (moments: readonly Instant[]): Instant => sorted(moments).at(-1)!
