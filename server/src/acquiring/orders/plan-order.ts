import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Miss, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import type { NewOrder } from './order.ts'
import { toRow } from './row.ts'

/** The site has an order with this external id already. Nothing was written. */
export class OrderExists extends Error {
  override readonly name = 'OrderExists'
}

/** A new order, for the caller's commit; `whenTaken` says what it means that the site has one with this external id. */
export const planOrder = (
  now: Instant,
  as: Ref,
  order: Omit<NewOrder, 'shopperId'> & { shopperId: NewOrder['shopperId'] | Ref },
  whenTaken: Miss = () => new OrderExists(`the site has an order ${order.externalId}`),
): Write =>
  insert('orders.orders', toRow(now, order), { as, onDuplicate: { orders_site_id_external_id_key: whenTaken } })
