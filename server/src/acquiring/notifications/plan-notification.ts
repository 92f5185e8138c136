import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { triesMax } from './notification.ts'
import { type NotificationFacts, payloadText, type TransactionStatus } from './payload.ts'

/** Stores are not told of these: nothing has been decided yet, and the plugins of shops take `start` for an error. */
const silent: readonly TransactionStatus[] = ['start', '3d-pending', 'uncertain']

/**
 * The writes that put a notification on its way, for the commit that makes its facts true: due at once, with its address
 * and the body it will always have. None when the site wants no notifications, or the status is not one to tell.
 */
export function planNotification(
  facts: NotificationFacts,
  site: { id: SiteId; notificationUrl: string | undefined },
  now: Instant,
): Write[] {
  if (site.notificationUrl === undefined || silent.includes(facts.transactionStatus)) return []
  return [
    insert('notifications.notifications', {
      site_id: site.id,
      payment_id: facts.transactionId,
      order_id: facts.orderId,
      url: site.notificationUrl,
      body: payloadText(facts),
      status: 'waiting',
      tries_left: triesMax,
      created_at: now,
      due_at: now,
    }),
  ]
}
