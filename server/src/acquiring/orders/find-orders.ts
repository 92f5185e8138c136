import type { OrderId } from '#acquiring/ids'
import { shopperIdsNamed } from '#acquiring/shoppers'
import type { SiteId } from '#core/directory'
import { readId } from '#kernel/base/id.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Order } from './order.ts'
import { orderIdsNamed, ordersById, ordersOfShoppers } from './store.ts'

/**
 * The orders of these sites that a text names: by our id, by the store's number, or by the customer's e-mail address or
 * number. Newest first.
 */
export async function findOrders(
  { db }: { db: Db },
  { siteIds, text: typed }: { siteIds: readonly SiteId[]; text: string },
): Promise<Order[]> {
  const text = typed.trim()
  const id = readId<OrderId>(text)
  const name = text.includes('@') ? { email: text } : { identifier: text }
  const [named, shopperIds] = await Promise.all([orderIdsNamed(db, siteIds, text), shopperIdsNamed(db, siteIds, name)])
  const theirs = shopperIds.length > 0 ? await ordersOfShoppers(db, shopperIds) : []
  const found = await ordersById(db, [...new Set([...(id === undefined ? [] : [id]), ...named, ...theirs])])
  const sites = new Set(siteIds)
  return [...found.values()].filter(({ siteId }) => sites.has(siteId)).toSorted((a, b) => (a.id < b.id ? 1 : -1))
}
