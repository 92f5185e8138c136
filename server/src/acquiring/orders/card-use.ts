import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { Db } from '#kernel/db/db.ts'
import { nextBillAt, type Order } from './order.ts'
import type { OrderStatus } from './order-states.ts'
import { ordersById } from './store.ts'

/** An order that is billed again, by its calendar or whenever its site requests it. */
const isSubscription = sql`o.type in ('recurring', 'managed') and o.status in ('in-progress', 'retrying', 'expiring')`
type SubscriptionStatus = Extract<OrderStatus, 'in-progress' | 'retrying' | 'expiring'>

/** Which stored cards subscriptions are billed with, for the lists of cards. Orders are found by their customer. */
export const cardUse = ({ db }: { db: Db }) => ({
  isBilled: (card: RawBuilder<unknown>, shopper: RawBuilder<unknown>) =>
    sql<SqlBool>`exists (select from orders.orders o
      where o.shopper_id = ${shopper} and o.card_id = ${card} and ${isSubscription})`,
  subscriptionsOf: async (
    cards: readonly { id: StoredCardId; shopperId: ShopperId }[],
  ): Promise<Map<StoredCardId, number>> => {
    if (cards.length === 0) return new Map()
    const { rows } = await sql<{ cardId: StoredCardId; count: bigint }>`
      select o.card_id as "cardId", count(*) as count from orders.orders o
      where o.shopper_id = any(${[...new Set(cards.map(({ shopperId }) => shopperId))]}::bigint[])
        and o.card_id = any(${cards.map(({ id }) => id)}::bigint[]) and ${isSubscription}
      group by o.card_id`.execute(db.read)
    return new Map(rows.map(({ cardId, count }) => [cardId, Number(count)]))
  },
  /** The newest subscriptions that are billed with one card. */
  subscriptionsWith: async ({ id, shopperId }: { id: StoredCardId; shopperId: ShopperId }): Promise<Billed[]> => {
    const { rows } = await sql<{ id: OrderId; status: SubscriptionStatus }>`
      select o.id, o.status from orders.orders o where o.shopper_id = ${shopperId} and o.card_id = ${id} and ${isSubscription}
      order by o.id desc limit ${sql.lit(billedMax)}`.execute(db.read)
    const orders = await ordersById(
      db,
      rows.map((row) => row.id),
    )
    return rows.map((row) => billed(orders.get(row.id)!, row.status))
  },
})
const billedMax = 50

/** A subscription, of which the next bill has no date when its site requests it. */
type Billed = Pick<Order, 'id' | 'externalId' | 'description' | 'amount'> & {
  status: SubscriptionStatus
  nextBillAt: ReturnType<typeof nextBillAt>
}

const billed = (order: Order, status: SubscriptionStatus): Billed => {
  const { id, externalId, description, amount } = order
  return { id, externalId, description, status, amount, nextBillAt: nextBillAt(order) }
}
