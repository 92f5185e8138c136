import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { MerchantId, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Period, within } from '#kernel/db/list.ts'
import type { IdRange } from '#kernel/db/row-count-index.ts'
import { hourOf, openHours, openParts, type Span, wholeHours } from './hours.ts'
import type { RowCountIndexOf } from './list-transactions.ts'
import type { MerchantFigures } from './merchant-figures.ts'
import { everyTransaction } from './search-transactions.ts'
import { rowsOf } from './spans.ts'

type Parts = { db: Db; rowCounts: RowCountIndexOf }
export type OfMerchant = { merchantId: MerchantId; siteIds: readonly SiteId[] }

/**
 * How many payments of the last 30 days, and of the 30 before them, were approved and declined, and why within 7 days. The days are
 * whole hours and the one that has begun. Of hours that were summed the sums are read.
 */
export async function resultsOfPayments(
  parts: Parts,
  { merchantId, siteIds }: OfMerchant,
  now: Instant,
): Promise<Omit<MerchantFigures, 'currencies'>> {
  const end = hourOf(now).add({ hours: 1 })
  const ago = (days: number) => hourOf(now).subtract({ hours: 24 * days })
  const spans = [
    { from: ago(30), to: end },
    { from: ago(60), to: ago(30) },
    { from: ago(7), to: end },
  ] as const
  // One that is summed meanwhile is open here, and its sums are left out.
  const open = await openHours(parts.db, { from: ago(60), to: end })
  const [summed, lately, earlier, declined] = await Promise.all([
    summedResults(parts.db, { merchantId, spans, open }),
    countResults(parts, siteIds, openParts(spans[0], open)),
    countResults(parts, siteIds, openParts(spans[1], open)),
    declinedByReason(parts, siteIds, openParts(spans[2], open)),
  ])
  const both = (nth: number, live: Results) =>
    attemptedOf(added(live, resultsOf(summed.filter((row) => row.nth === nth))))
  return {
    ...both(0, lately),
    before: both(1, earlier),
    declines: byReason([...declined, ...summed.filter(isDeclineOfWeek)]),
  }
}

const attemptedOf = ({ approved, declined }: Results) => ({ approved, attempted: approved + declined })

const isDeclineOfWeek = ({ nth, reason }: SummedResult): boolean => nth === 2 && reason !== approved
const approved = 'approved'

const resultsOf = (rows: readonly SummedResult[]): Results => {
  const count = (isApproved: boolean) =>
    rows.reduce((sum, row) => ((row.reason === approved) === isApproved ? sum + row.count : sum), 0)
  return { approved: count(true), declined: count(false) }
}

const added = (one: Results, other: Results): Results => ({
  approved: one.approved + other.approved,
  declined: one.declined + other.declined,
})

/** The most frequent first. */
const byReason = (rows: readonly Declined[]): Declined[] =>
  [...Map.groupBy(rows, ({ reason }) => reason)]
    .map(([reason, of]) => ({ reason, count: of.reduce((sum, { count }) => sum + count, 0) }))
    .toSorted((one, other) => other.count - one.count)

/** `reason` is `approved`, or why so many were declined. */
type SummedResult = Declined & { nth: number }

async function summedResults(
  db: Db,
  { merchantId, spans, open }: { merchantId: MerchantId; spans: readonly Span[]; open: readonly Instant[] },
): Promise<SummedResult[]> {
  const whole = spans.map((span, nth) => ({ nth, ...wholeHours(span) }))
  const { rows } = await sql<SummedResult>`
    select nth, result as reason, sum(payments)::integer as count
    from ${rowsOf(whole)} join payments.results_by_hour as sums
      on sums.merchant_id = ${merchantId} and sums.hour >= span."from" and sums.hour < span."to"
    where sums.hour <> all(${open}::timestamptz[]) group by nth, result`.execute(db.read)
  return rows
}

type Results = { approved: number; declined: number }

/**
 * What is made within ranges of ids that are wholly of the period is counted in the indexes on site, id and status, without
 * rows; at their ends each payment is compared. What is no payment is rare, and has an index by its type.
 */
async function countResults(parts: Parts, siteIds: readonly SiteId[], spans: readonly Span[]): Promise<Results> {
  const counts = await Promise.all(spans.map((span) => countWithin(parts, siteIds, periodOf(span))))
  return counts.reduce(added, { approved: 0, declined: 0 })
}

/** Both ends of a period are of it. */
const periodOf = ({ from, to }: Span): Period => ({ from, to: to.subtract({ microseconds: 1 }) })

async function countWithin({ db, rowCounts }: Parts, siteIds: readonly SiteId[], period: Period): Promise<Results> {
  const ranges = await rowCounts(everyTransaction).ranges(db, period, undefined)
  const counts = await Promise.all(
    ranges.map(async (range) => {
      const count = (...conditions: RawBuilder<SqlBool>[]) => sql`(select count(*) from payments.payments as entry
        where site_id = any(${siteIds}::int[]) and ${inRange(range, period)} and ${sql.join(conditions, sql` and `)})`
      const ofPayments = (result: RawBuilder<SqlBool>) =>
        sql`(${count(result)} - ${count(result, sql`type <> 'deposit'`)})::integer`
      const { rows } = await sql<Results>`
        select ${ofPayments(isApproved)} as approved, ${ofPayments(sql`status = 'failed'`)} as declined`.execute(
        db.read,
      )
      return rows[0]!
    }),
  )
  return counts.reduce(added, { approved: 0, declined: 0 })
}

function inRange({ above, through, whole }: IdRange, period: Period): RawBuilder<SqlBool> {
  const ends = [sql`id > ${above}::bigint`, ...(through === undefined ? [] : [sql`id <= ${through}::bigint`])]
  return sql`${sql.join([...ends, ...(whole ? [] : within(sql`entry.created_at`, period))], sql` and `)}`
}

/** Of a payment: it was approved, and may have been refunded or disputed since. */
const isApproved = sql<SqlBool>`status not in ('authorizing', 'challenging', 'uncertain', 'reversing', 'failed')`

type Declined = MerchantFigures['declines'][number]

/**
 * Of each site behind an id, in the index on site, status and id; the condition of that partial index is written out,
 * since it does not follow from a parameter. When each was made is compared outside: else the index of all merchants by
 * time would be read as well.
 */
async function declinedByReason(parts: Parts, siteIds: readonly SiteId[], spans: readonly Span[]): Promise<Declined[]> {
  return (await Promise.all(spans.map((span) => declinedWithin(parts, siteIds, span)))).flat()
}

async function declinedWithin(parts: Parts, siteIds: readonly SiteId[], { from, to }: Span): Promise<Declined[]> {
  const above = await firstIdSince(parts, from)
  const { rows } = await sql<Declined>`
    select coalesce(reason, 'unknown') as reason, count(*)::integer as count
    from unnest(${siteIds}::int[]) as site(id) cross join lateral (
      select decline_reason as reason, created_at from payments.payments as entry
      where entry.site_id = site.id and status = 'failed' and entry.id > ${above}::bigint and type = 'deposit'
      offset 0) as declined
    where created_at >= ${from} and created_at < ${to} group by reason`.execute(parts.db.read)
  return rows
}

/** All transactions that were made since a moment have greater ids than this one. */
async function firstIdSince({ db, rowCounts }: Parts, from: Instant): Promise<PaymentId> {
  const [first] = await rowCounts(everyTransaction).ranges(db, { from }, undefined)
  return first!.above as PaymentId
}
