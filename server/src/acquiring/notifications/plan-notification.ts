import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { newDelivery } from '#kernel/work/delivery.ts'
import { type NotificationFacts, payloadText, type TransactionStatus } from './payload.ts'
import { notificationQueue } from './queue.ts'

/** Stores receive no notification of these: nothing is decided yet, and shop plugins take `start` for an error. */
const silent: readonly TransactionStatus[] = ['start', '3d-pending', 'uncertain']

/**
 * The write of a notification, for the commit that makes its facts true. It is due at once; its body never changes.
 * Empty if the site has no notification address, or receives no notification of this status.
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
      ...newDelivery(notificationQueue, now),
    }),
  ]
}
