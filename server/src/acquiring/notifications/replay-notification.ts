import { type Author, auditEntry, type SiteId, siteOwner } from '#core/directory'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import { redeliver, redeliverParked } from '#kernel/work/redelivery.ts'
import type { NotificationsContext } from './context.ts'
import type { NotificationId } from './ids.ts'
import type { Notification } from './notification.ts'
import { notificationQueue } from './queue.ts'
import { refuse } from './refusals.ts'
import { findNotificationOfSite, selectParkedIds } from './store.ts'

type ReplayContext = Pick<NotificationsContext, 'db' | 'react' | 'clock' | 'sites'>

/**
 * Sends a notification again: the same body, a new schedule, to the address the site has now, since a wrong address is
 * why most fail. One whose last attempt failed, and which waits for a later one, is sent now: who has fixed the receiver
 * does not wait for the schedule. Refuses one that is due, since it is sent at this moment, and a site without an address.
 */
export async function replayNotification(
  ctx: ReplayContext,
  { by, siteId, id }: { by: Author; siteId: SiteId; id: NotificationId },
): Promise<Notification> {
  return decide(async () => {
    const found = await findNotificationOfSite(ctx.db, { siteId, id })
    if (!found) throw refuse('notification_not_found')
    const now = ctx.clock.now()
    if (found.status === 'waiting' && !isLater(found.dueAt, now)) throw refuse('notification_pending')
    const url = await addressOf(ctx, siteId)
    const entry = auditEntry(now, by, {
      action: 'notificationReplayed',
      owner: siteOwner(siteId),
      subject: { type: 'notification', id },
    })
    await commit(ctx, now, [redeliver(notificationQueue, found, { now, set: { url } }), entry], 'replay-notification')
    const { version: _, body: _body, ...notification } = found
    const { triesMax } = notificationQueue.schedule
    return { ...notification, url, status: 'waiting', triesLeft: triesMax, deliveredAt: null, dueAt: now }
  })
}

/**
 * Sends again every parked notification of a site, or those made since a moment, as `replayNotification` does one.
 * Returns their number.
 */
export async function replayParked(
  ctx: ReplayContext,
  { by, siteId, since }: { by: Author; siteId: SiteId; since?: Temporal.Instant | undefined },
): Promise<number> {
  const url = await addressOf(ctx, siteId)
  return redeliverParked(ctx, notificationQueue, {
    parkedAfter: (after: NotificationId, limit) => selectParkedIds(ctx.db, { siteId, since, after, limit }),
    set: { url },
    alongside: (_, now) => [
      auditEntry(now, by, {
        action: 'notificationsReplayed',
        owner: siteOwner(siteId),
        subject: { type: 'site', id: String(siteId) },
        after: { since: since?.toString() ?? null },
      }),
    ],
  })
}

/** Nothing is under way of what is not due yet. */
const isLater = (dueAt: Temporal.Instant | null, now: Temporal.Instant): boolean =>
  dueAt !== null && Temporal.Instant.compare(dueAt, now) > 0

async function addressOf({ sites }: ReplayContext, siteId: SiteId): Promise<string> {
  const url = (await sites.site(siteId))?.notificationUrl
  if (url === undefined) throw refuse('notification_url_missing')
  return url
}
