import type { OrderId, StoredCardId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'

/** The stored cards that paid, or tried to pay, an order of the site. */
export async function cardsOfOrder(db: Db, siteId: SiteId, orderId: OrderId): Promise<StoredCardId[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .select('card_id')
    .distinct()
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .execute()
  return rows.flatMap((row) => row.card_id ?? [])
}
