import type { OrderId, ShopperId } from '#acquiring/ids'
import type { Directory, Site, SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import { isBillable, isBilledLater, type Order } from './order.ts'
import { refuse } from './refusals.ts'
import { findOrder, findOrderById } from './store.ts'

export type OrderNamed = {
  siteId: SiteId
  orderId: OrderId
  /** When the caller names the customer, it must be the order's. */
  shopperId?: ShopperId | undefined
}

/** An order of the caller's site. Refuses with `order_not_found` when there is none, or it is another customer's. */
export async function requireOrder(db: Db, { siteId, orderId, shopperId }: OrderNamed): Promise<Order> {
  const order = await findOrder(db, siteId, orderId)
  if (!order || (shopperId !== undefined && order.shopperId !== shopperId))
    throw refuse('order_not_found', { field: 'id' })
  return order
}

/** An order of any site that the caller may see. Refuses with `order_not_found` when there is none, or it is not to be seen. */
export async function requireSeenOrder(
  db: Db,
  id: OrderId,
  isSeen: (found: Order) => Promise<boolean> | boolean,
): Promise<Order> {
  const order = await findOrderById(db, id)
  if (!order || !(await isSeen(order))) throw refuse('order_not_found', { field: 'orderId' })
  return order
}

/** Refuses an order that has no later payments: with `order_not_billed_later`. */
export function requireBilledLater(order: Order): void {
  if (!isBilledLater(order)) throw refuse('order_not_billed_later', { type: order.type })
}

/** Refuses an order that cannot be billed now: with `unexpected_order_status`. */
export function requireBillable(order: Order): void {
  if (!isBillable(order)) throw refuse('unexpected_order_status', { status: order.status })
}

/** The site of an order. Refuses with `site_inactive` when it takes no payments at the moment. */
export async function requireActiveSite(directory: Directory, siteId: SiteId): Promise<Site> {
  const site = await directory.site(siteId)
  if (!site?.active) throw refuse('site_inactive', { field: 'siteId' })
  return site
}
