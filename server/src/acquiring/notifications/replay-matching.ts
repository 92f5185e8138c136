import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Author, auditEntry, type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { redeliverParked } from '#kernel/work/redelivery.ts'
import type { NotificationsContext } from './context.ts'
import type { NotificationId } from './ids.ts'
import { notificationQueue } from './queue.ts'
import { refuse } from './refusals.ts'

type ReplayContext = Pick<NotificationsContext, 'db' | 'react' | 'clock' | 'sites'>

export type Matching = {
  by: Author
  siteIds: readonly SiteId[]
  /** What the filters select; `entry` is the row. */
  conditions: readonly RawBuilder<SqlBool>[]
  /** The names of the filters, for the audit. */
  filters: readonly string[]
  /** What was made or delivered later is left alone. */
  asOf: Instant
}

/** How many are sent again, and of which sites how many cannot be, for want of an address. */
export type Replayed = { replayed: number; failed: readonly { siteId: SiteId; count: number }[] }

/**
 * Sends all notifications again that match filters and are parked or delivered, as `replayNotification` does one; those
 * that wait, and those that were delivered after `asOf`, are left alone, so that a repeated call sends nothing twice. They
 * are put into the queue of deliveries five hundred at a time. Refuses more than 10,000 with `too_many_to_replay`.
 */
export async function replayMatching(ctx: ReplayContext, matching: Matching): Promise<Replayed> {
  const counts = await countBySite(ctx.db, matching)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total > replayedMax) throw refuse('too_many_to_replay', { max: replayedMax.toLocaleString('en') })
  let replayed = 0
  const failed: { siteId: SiteId; count: number }[] = []
  for (const { siteId, count } of counts) {
    const url = (await ctx.sites.site(siteId))?.notificationUrl
    if (url === undefined) failed.push({ siteId, count })
    else replayed += await replayOfSite(ctx, matching, { siteId, url })
  }
  return { replayed, failed }
}
const replayedMax = 10_000

const replayOfSite = (
  ctx: ReplayContext,
  matching: Matching,
  { siteId, url }: { siteId: SiteId; url: string },
): Promise<number> =>
  redeliverParked(ctx, notificationQueue, {
    parkedAfter: (after: NotificationId, limit) => matchingIds(ctx.db, matching, { siteId, after, limit }),
    statuses: replayable,
    set: { url },
    alongside: [
      auditEntry(ctx.clock.now(), matching.by, {
        action: 'notificationsReplayed',
        owner: siteOwner(siteId),
        subject: { type: 'site', id: String(siteId) },
        after: { filters: matching.filters, asOf: String(matching.asOf) },
      }),
    ],
  })
const replayable = ['parked', 'delivered']

const matches = ({ conditions, asOf }: Matching): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.join(
    [
      sql`entry.status = any(${replayable}::text[])`,
      sql`entry.created_at <= ${asOf}`,
      sql`(entry.delivered_at is null or entry.delivered_at <= ${asOf})`,
      ...conditions,
    ],
    sql` and `,
  )}`

/** Counted to one more than may be sent again. */
async function countBySite(db: Db, matching: Matching): Promise<{ siteId: SiteId; count: number }[]> {
  const { rows } = await sql<{ siteId: SiteId; count: number }>`
    select few.site_id as "siteId", count(*)::int as count
      from (select entry.site_id
              from notifications.notifications entry
             where entry.site_id = any(${[...matching.siteIds]}::int[]) and ${matches(matching)}
             limit ${replayedMax + 1}) few
     group by few.site_id
     order by few.site_id`.execute(db.read)
  return rows
}

async function matchingIds(
  db: Db,
  matching: Matching,
  { siteId, after, limit }: { siteId: SiteId; after: NotificationId; limit: number },
): Promise<NotificationId[]> {
  const { rows } = await sql<{ id: NotificationId }>`
    select entry.id
      from notifications.notifications entry
     where entry.site_id = ${siteId} and entry.id > ${after} and ${matches(matching)}
     order by entry.id
     limit ${limit}`.execute(db.read)
  return rows.map(({ id }) => id)
}
