import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Period, within } from '#kernel/db/list.ts'
import type { IdRange } from '#kernel/db/row-count-index.ts'
import type { RowCountIndexOf } from './list-transactions.ts'
import type { MerchantFigures } from './merchant-figures.ts'
import { everyTransaction } from './search-transactions.ts'

type Parts = { db: Db; rowCounts: RowCountIndexOf }

/** How many payments of the last 30 days, and of the 30 before them, were approved and declined, and why within 7 days. */
export async function resultsOfPayments(
  parts: Parts,
  siteIds: readonly SiteId[],
  now: Instant,
): Promise<Omit<MerchantFigures, 'currencies'>> {
  const ago = (days: number) => now.subtract({ hours: 24 * days })
  const earlier = { from: ago(60), to: ago(30).subtract({ microseconds: 1 }) }
  const [approved, approvedBefore, declined] = await Promise.all([
    countApproved(parts, siteIds, { from: ago(30) }),
    countApproved(parts, siteIds, earlier),
    declinedByReason(parts, siteIds, { since: ago(60), month: ago(30), week: ago(7) }),
  ])
  const sum = (of: (row: Declined) => number) => declined.reduce((total, row) => total + of(row), 0)
  const declinedLately = sum(({ month }) => month)
  return {
    attempted: approved + declinedLately,
    approved,
    before: { attempted: approvedBefore + sum(({ all }) => all) - declinedLately, approved: approvedBefore },
    declines: declined
      .filter(({ week }) => week > 0)
      .map(({ reason, week }) => ({ reason: reason ?? 'unknown', count: week }))
      .toSorted((one, other) => other.count - one.count),
  }
}

/**
 * What is made within ranges of ids that are wholly of the period is counted in the index on site and id, which has the
 * status; at their ends each payment is compared. What is no payment is rare, and has an index by its type.
 */
async function countApproved({ db, rowCounts }: Parts, siteIds: readonly SiteId[], period: Period): Promise<number> {
  const ranges = await rowCounts(everyTransaction).ranges(db, period, undefined)
  const counts = await Promise.all(
    ranges.map(async (range) => {
      const count = (also: RawBuilder<SqlBool>) => sql`(select count(*) from payments.payments as entry
        where site_id = any(${siteIds}::int[]) and ${inRange(range, period)} and ${isApproved} and ${also})`
      const { rows } = await sql<{ count: number }>`
        select (${count(sql`true`)} - ${count(sql`type <> 'deposit'`)})::integer as count`.execute(db.read)
      return rows[0]!.count
    }),
  )
  return counts.reduce((total, count) => total + count, 0)
}

function inRange({ above, through, whole }: IdRange, period: Period): RawBuilder<SqlBool> {
  const ends = [sql`id > ${above}::bigint`, ...(through === undefined ? [] : [sql`id <= ${through}::bigint`])]
  return sql`${sql.join([...ends, ...(whole ? [] : within(sql`entry.created_at`, period))], sql` and `)}`
}

/** Of a payment: it was approved, and may have been refunded or disputed since. */
const isApproved = sql<SqlBool>`status not in ('authorizing', 'challenging', 'uncertain', 'reversing', 'failed')`

type Declined = { reason: string | null; all: number; month: number; week: number }

/**
 * Of each site between two ids, in the index on site, status and id; the condition of that partial index is written out,
 * since it does not follow from a parameter. When each was made is compared outside: else the index of all merchants by
 * time would be read as well.
 */
async function declinedByReason(
  { db, rowCounts }: Parts,
  siteIds: readonly SiteId[],
  { since, month, week }: { since: Instant; month: Instant; week: Instant },
): Promise<Declined[]> {
  const above = await firstIdSince({ db, rowCounts }, since)
  const from = (start: Instant) => sql`(count(*) filter (where created_at >= ${start}))::integer`
  const { rows } = await sql<Declined>`
    select reason, count(*)::integer as "all", ${from(month)} as "month", ${from(week)} as "week"
    from unnest(${siteIds}::int[]) as site(id) cross join lateral (
      select decline_reason as reason, created_at from payments.payments as entry
      where entry.site_id = site.id and status = 'failed' and entry.id > ${above}::bigint and type = 'deposit'
      offset 0) as declined
    where created_at >= ${since} group by reason`.execute(db.read)
  return rows
}

/** All transactions that were made since a moment have greater ids than this one. */
export async function firstIdSince({ db, rowCounts }: Parts, from: Instant): Promise<PaymentId> {
  const [first] = await rowCounts(everyTransaction).ranges(db, { from }, undefined)
  return first!.above as PaymentId
}
