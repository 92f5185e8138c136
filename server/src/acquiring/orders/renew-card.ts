import type { ShopperId, StoredCardId } from '#acquiring/ids'
import type { Site, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { cardExpires, nextBillAt } from './order.ts'
import { ordersExpiring } from './store.ts'
import { transitionOrder } from './transition-order.ts'

export type RenewedCard = {
  cardId: StoredCardId
  shopperId: ShopperId
  /** MM/YYYY */
  expiry: string
}

/** Orders whose card was about to expire continue, now that it has another expiry date. */
export async function renewCardOfOrders(
  { db, site }: { db: Db; site(id: SiteId): Promise<Site> },
  now: Instant,
  card: RenewedCard,
): Promise<Write[]> {
  const orders = await ordersExpiring(db, card)
  const writes = orders.map(async (order) => {
    const { timeZone } = await site(order.siteId)
    return cardExpires(card, nextBillAt(order), timeZone) ? [] : transitionOrder(now, order, 'renewCard')
  })
  return (await Promise.all(writes)).flat()
}
