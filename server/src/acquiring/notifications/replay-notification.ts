import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { anyOf, commit, decide, increase, update } from '#kernel/db/commit/commit.ts'
import type { NotificationsContext } from './context.ts'
import type { NotificationId } from './ids.ts'
import { type Notification, triesMax } from './notification.ts'
import { refuse } from './refusals.ts'
import { findNotificationOfSite, selectParkedIds } from './store.ts'

type ReplayContext = Pick<NotificationsContext, 'db' | 'react' | 'clock' | 'sites'>

/**
 * Sends a parked or delivered notification again: the same body, a fresh schedule, to the address the site has now, since
 * a wrong address is why most were parked. Refuses one that is on its way, and a site without an address.
 */
export async function replayNotification(
  ctx: ReplayContext,
  { siteId, id }: { siteId: SiteId; id: NotificationId },
): Promise<Notification> {
  return decide(async () => {
    const found = await findNotificationOfSite(ctx.db, { siteId, id })
    if (!found) throw refuse('notification_not_found')
    if (found.status === 'waiting') throw refuse('notification_pending')
    const url = await addressOf(ctx, siteId)
    const now = ctx.clock.now()
    const { version, body: _, ...notification } = found
    await commit(ctx, now, [
      update('notifications.notifications', {
        set: { ...afresh(url, now), version: version + 1 },
        where: { id, version },
      }),
    ])
    return { ...notification, url, status: 'waiting', triesLeft: triesMax, deliveredAt: null, dueAt: now }
  })
}

/**
 * Sends again every parked notification of a site, or those made since a moment, as `replayNotification` does one.
 * Gives their number. Parked ones that somebody else sends again meanwhile are left to them.
 */
export async function replayParked(
  ctx: ReplayContext,
  { siteId, since }: { siteId: SiteId; since?: Instant | undefined },
): Promise<number> {
  const url = await addressOf(ctx, siteId)
  const now = ctx.clock.now()
  let replayed = 0
  for (let after = 0n; ; ) {
    const ids = await decide(async () => {
      const parked = await selectParkedIds(ctx.db, { siteId, since, after, limit: batchMax })
      if (parked.length > 0) await commit(ctx, now, [replayAll(parked, url, now)])
      return parked
    })
    replayed += ids.length
    after = ids.at(-1) ?? after
    if (ids.length < batchMax) return replayed
  }
}
const batchMax = 500

const replayAll = (ids: readonly NotificationId[], url: string, now: Instant) =>
  update('notifications.notifications', {
    set: { ...afresh(url, now), version: increase(1n) },
    where: { id: anyOf(ids), status: 'parked' },
    expect: ids.length,
  })

const afresh = (url: string, now: Instant) =>
  ({ url, status: 'waiting', tries_left: triesMax, delivered_at: null, due_at: now }) as const

async function addressOf({ sites }: ReplayContext, siteId: SiteId): Promise<string> {
  const url = (await sites.site(siteId))?.notificationUrl
  if (url === undefined) throw refuse('notification_url_missing')
  return url
}
