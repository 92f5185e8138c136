import type { RawBuilder, SqlBool } from 'kysely'
import { type Author, auditEntry, type SiteId, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { countMatching, matchingMax, redeliverMatching } from '#kernel/work/redelivery.ts'
import type { NotificationsContext } from './context.ts'
import type { NotificationStatus } from './notification.ts'
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
export async function replayMatching(
  ctx: ReplayContext,
  { by, siteIds, conditions, filters, asOf }: Matching,
): Promise<Replayed> {
  const matching = { statuses: replayable, conditions, asOf }
  const counts = await countMatching(ctx.db, notificationQueue, { ...matching, owners: siteIds })
  if (!counts) throw refuse('too_many_to_replay', { max: matchingMax.toLocaleString('en') })
  let replayed = 0
  const failed: { siteId: SiteId; count: number }[] = []
  for (const { owner: siteId, count } of counts) {
    const url = (await ctx.sites.site(siteId))?.notificationUrl
    if (url === undefined) {
      failed.push({ siteId, count })
      continue
    }
    const entry = (now: Instant) =>
      auditEntry(now, by, {
        action: 'notificationsReplayed',
        owner: siteOwner(siteId),
        subject: { type: 'site', id: String(siteId) },
        after: { filters, asOf: String(asOf) },
      })
    replayed += await redeliverMatching(ctx, notificationQueue, {
      ...matching,
      ...{ owner: siteId, set: { url }, alongside: (_: number, now: Instant) => [entry(now)] },
    })
  }
  return { replayed, failed }
}
const replayable: readonly NotificationStatus[] = ['parked', 'delivered']
