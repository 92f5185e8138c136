import type { Site } from '#directory'
import { decide, type Write } from '#kernel/commit.ts'
import type { OrderId, ShopperId, SiteId, StoredCardId } from '#kernel/ids.ts'
import { zero } from '#kernel/money.ts'
import { authorizePayment, type NewPayment, type Payment, type PaymentsHouse, paymentsOf } from '#payments'
import { findShopper } from '#shoppers'
import { billOrder } from './bill-order.ts'
import { billingHouse } from './billing-house.ts'
import { chooseCard, requireOrigin } from './choose-card.ts'
import { amendOrder } from './move-order.ts'
import { isBillable, isBilledLater, type Order } from './order.ts'
import { refuse } from './refusals.ts'
import { refuseBeyondCaps } from './refuse-beyond-caps.ts'
import { findOrder, getOrder } from './store.ts'

type TypedCard = Extract<NewPayment['card'], { from: 'typed' }>

export type CardUpdateWish = {
  siteId: SiteId
  orderId: OrderId
  /** When the caller names the customer, it must be the order's. */
  shopperId?: ShopperId | undefined
  /** As the shopper types it, or one that they have stored with the site. */
  card: Pick<TypedCard, 'brand' | 'details'> | { cardId: StoredCardId }
  /** How many cards were tried for the order when the shopper was shown the form: one form tries one card. */
  after?: number
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
 * The shopper gives another card for an order (wire fact 3.1, order-update-card): nothing is charged to prove it, and one
 * that is typed is stored. What the order owes is then tried with it at once. While the proof waits for the shopper's
 * bank, the engine does the rest when they are back, or whoever brings them back (`payDebt`).
 */
export async function updateOrderCard(house: PaymentsHouse, wish: CardUpdateWish): Promise<CardUpdated> {
  // Somebody else may change the order at this very moment, such as a worker that bills it: then look again.
  // Only a promise that was not made can be stale; once one is made, its order admits no second attempt beside it.
  const proof = await decide(() => prove(house, wish))
  const debt = proof.status === 'verified' ? await payDebt(house, wish.orderId) : undefined
  return { order: await getOrder(house.db, wish.orderId), proof, debt }
}

/** Tries what an order owes, if that is due: after its card has changed it is. */
export async function payDebt(house: PaymentsHouse, id: OrderId): Promise<Payment | undefined> {
  const { status } = await getOrder(house.db, id)
  return status === 'retrying' ? billOrder(billingHouse(house), id) : undefined
}

async function prove(house: PaymentsHouse, wish: CardUpdateWish): Promise<Payment> {
  const order = await findOrder(house.db, wish.siteId, wish.orderId)
  if (!order || (wish.shopperId !== undefined && order.shopperId !== wish.shopperId))
    throw refuse('order_not_found', { field: 'id' })
  if (!isBilledLater(order)) throw refuse('order_not_billed_later', { type: order.type })
  if (!isBillable(order)) throw refuse('order_status_forbids', { status: order.status })
  // Behind the order: a proof that is not among these changes its version, and the promise below fails.
  if (wish.after !== undefined && (await triedCards(house, order)) !== wish.after) throw refuse('card_tried_already')
  const [site, shopper] = await Promise.all([
    house.directory.site(order.siteId),
    findShopper(house.db, order.shopperId),
  ])
  if (!site?.active) throw refuse('site_inactive', { field: 'siteId' })
  const card = await cardOf(house, wish, order, site)
  return authorizePayment(house, {
    site,
    shopper: shopper!,
    orderId: order.id,
    kind: 'verify',
    source: 'card-change',
    origin: { by: 'shopper', storesCard: card.from === 'typed' },
    amount: zero(order.amount.currency),
    description: order.description,
    card,
    ip: wish.ip,
    threeDSecure: wish.threeDSecure,
    alongside: [...amendOrder(order, {}), ...(wish.alongside?.(order.id) ?? [])],
  })
}

const triedCards = async ({ db }: PaymentsHouse, { id }: Order): Promise<number> =>
  (await paymentsOf(db, id)).filter(({ source }) => source === 'card-change').length

async function cardOf(
  house: PaymentsHouse,
  { card: wished }: CardUpdateWish,
  order: Order,
  site: Site,
): Promise<NewPayment['card']> {
  if (!('cardId' in wished)) return { from: 'typed', ...wished, store: true }
  const card = await chooseCard(house.db, house.clock.now(), { site, ...order, cardId: wished.cardId })
  requireOrigin({ type: order.type }, card)
  await refuseBeyondCaps(house, card, zero(order.amount.currency))
  return { from: 'stored', card }
}
