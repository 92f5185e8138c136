import type { Db } from '#kernel/db.ts'
import type { OrderId, SiteId } from '#kernel/ids.ts'
import type { Order } from './order.ts'
import { fromRow } from './row.ts'

export async function getOrder(db: Db, id: OrderId): Promise<Order> {
  const row = await db.read.selectFrom('orders.orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return fromRow(row)
}

export async function findOrderByExternalId(db: Db, siteId: SiteId, externalId: string): Promise<Order | undefined> {
  const row = await db.read
    .selectFrom('orders.orders')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row && fromRow(row)
}
