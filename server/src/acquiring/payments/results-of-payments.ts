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
  const [lately, earlier, declines] = await Promise.all([
    countResults(parts, siteIds, { from: ago(30) }),
    countResults(parts, siteIds, { from: ago(60), to: ago(30).subtract({ microseconds: 1 }) }),
    declinedByReason(parts, siteIds, ago(7)),
  ])
  const attempted = ({ approved, declined }: Results) => approved + declined
  return {
    attempted: attempted(lately),
    approved: lately.approved,
    before: { attempted: attempted(earlier), approved: earlier.approved },
    declines: declines.toSorted((one, other) => other.count - one.count),
  }
}

type Results = { approved: number; declined: number }

/**
 * What is made within ranges of ids that are wholly of the period is counted in the indexes on site, id and status, without
 * rows; at their ends each payment is compared. What is no payment is rare, and has an index by its type.
 */
async function countResults({ db, rowCounts }: Parts, siteIds: readonly SiteId[], period: Period): Promise<Results> {
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
  const sum = (of: (result: Results) => number) => counts.reduce((total, result) => total + of(result), 0)
  return { approved: sum(({ approved }) => approved), declined: sum(({ declined }) => declined) }
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
async function declinedByReason(parts: Parts, siteIds: readonly SiteId[], since: Instant): Promise<Declined[]> {
  const above = await firstIdSince(parts, since)
  const { rows } = await sql<Declined>`
    select coalesce(reason, 'unknown') as reason, count(*)::integer as count
    from unnest(${siteIds}::int[]) as site(id) cross join lateral (
      select decline_reason as reason, created_at from payments.payments as entry
      where entry.site_id = site.id and status = 'failed' and entry.id > ${above}::bigint and type = 'deposit'
      offset 0) as declined
    where created_at >= ${since} group by reason`.execute(parts.db.read)
  return rows
}

/** All transactions that were made since a moment have greater ids than this one. */
async function firstIdSince({ db, rowCounts }: Parts, from: Instant): Promise<PaymentId> {
  const [first] = await rowCounts(everyTransaction).ranges(db, { from }, undefined)
  return first!.above as PaymentId
}
