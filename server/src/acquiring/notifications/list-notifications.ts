import type { SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import type { NotificationId } from './ids.ts'
import type { Attempt, Notification } from './notification.ts'
import { refuse } from './refusals.ts'
import { findNotificationOfSite, type NotificationFilter, selectAttempts, selectNotifications } from './store.ts'

/**
 * One page of notifications, newest first; 50 by default, 500 at most. The next page is the one `before` the last id of
 * this one.
 */
export async function listNotifications(
  { db }: { db: Db },
  { limit = pageSize, ...filter }: NotificationFilter & { limit?: number | undefined },
): Promise<Notification[]> {
  if (filter.siteIds?.length === 0) return []
  return selectNotifications(db, filter, Math.min(Math.max(limit, 1), pageSizeMax))
}
const pageSize = 50

const pageSizeMax = 500

/** One notification with its payload before encryption, and every delivery that was made. */
export async function showNotification(
  { db }: { db: Db },
  requested: { siteId: SiteId; id: NotificationId },
): Promise<Notification & { body: string; deliveries: readonly Attempt[] }> {
  const found = await findNotificationOfSite(db, requested)
  if (!found) throw refuse('notification_not_found')
  const { version: _, ...notification } = found
  return { ...notification, deliveries: await selectAttempts(db, found.id) }
}
