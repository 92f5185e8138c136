import type { OrderId } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'subscriptions.links_sent': { order_id: OrderId; sent_at: Instant }
  }
}

/** When the shopper of an order last received a link that they requested on its page. */
export async function lastLinkSent(db: Db, orderId: OrderId): Promise<Instant | undefined> {
  const row = await db.read
    .selectFrom('subscriptions.links_sent')
    .select('sent_at')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return row?.sent_at
}
