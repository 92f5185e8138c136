import type { Write } from '#kernel/commit.ts'
import type { OrderId, ShopperId, SiteId } from '#kernel/ids.ts'
import { zero } from '#kernel/money.ts'
import { authorizePayment, type NewPayment, type Payment, type PaymentsHouse } from '#payments'
import { findShopper } from '#shoppers'
import { billOrder } from './bill-order.ts'
import { billingHouse } from './billing-house.ts'
import { amendOrder } from './move-order.ts'
import { isBillable, isBilledLater, type Order } from './order.ts'
import { refuse } from './refusals.ts'
import { findOrder, getOrder } from './store.ts'

type TypedCard = Extract<NewPayment['card'], { from: 'typed' }>

export type CardUpdateWish = {
  siteId: SiteId
  orderId: OrderId
  /** When the caller names the customer, it must be the order's. */
  shopperId?: ShopperId | undefined
  card: Pick<TypedCard, 'brand' | 'details'>
  ip: string | undefined
  threeDSecure?: NewPayment['threeDSecure']
  alongside?: (orderId: OrderId) => readonly Write[]
}

export type CardUpdated = {
  order: Order
  /** The proof of the new card: `verified`, `failed`, or `challenging` while the shopper is sent to their bank. */
  proof: Payment
  /** What the order owed, tried with the new card at once; undefined when it owed nothing. */
  debt: Payment | undefined
}

/**
 * The shopper gives a new card for an order (wire fact 3.1, order-update-card): nothing is charged to prove it, and it is
 * stored. What the order owes is then tried with it at once. While the proof waits for the shopper's bank, the engine
 * does the rest when they are back.
 */
export async function updateOrderCard(house: PaymentsHouse, wish: CardUpdateWish): Promise<CardUpdated> {
  const order = await findOrder(house.db, wish.siteId, wish.orderId)
  if (!order || (wish.shopperId !== undefined && order.shopperId !== wish.shopperId))
    throw refuse('order_not_found', { field: 'id' })
  if (!isBilledLater(order)) throw refuse('order_not_billed_later', { type: order.type })
  if (!isBillable(order)) throw refuse('order_status_forbids', { status: order.status })
  const [site, shopper] = await Promise.all([
    house.directory.site(order.siteId),
    findShopper(house.db, order.shopperId),
  ])
  if (!site?.active) throw refuse('site_inactive', { field: 'siteId' })
  const proof = await authorizePayment(house, {
    site,
    shopper: shopper!,
    orderId: order.id,
    kind: 'verify',
    source: 'card-change',
    origin: { by: 'shopper', storesCard: true },
    amount: zero(order.amount.currency),
    description: order.description,
    card: { from: 'typed', ...wish.card, store: true },
    ip: wish.ip,
    threeDSecure: wish.threeDSecure,
    alongside: [...amendOrder(order, {}), ...(wish.alongside?.(order.id) ?? [])],
  })
  const owes = proof.status === 'verified' && order.status === 'retrying'
  const debt = owes ? await billOrder(billingHouse(house), order.id) : undefined
  return { order: await getOrder(house.db, order.id), proof, debt }
}
