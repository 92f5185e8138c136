import assert from 'node:assert/strict'
import type { Origin } from '#connectors/acquirer/acquirer.ts'
import type { Site } from '#directory'
import { commit, type Ref, ref, StaleWrite, type Write } from '#kernel/commit.ts'
import type { OrderId, ShopperId, StoredCardId } from '#kernel/ids.ts'
import { authorizePayment, type NewPayment, type Payment, type PaymentsHouse } from '#payments'
import { findShopper, type Shopper } from '#shoppers'
import { chooseCard, requireOrigin } from './choose-card.ts'
import { amendOrder } from './move-order.ts'
import { isOpenedAlready, newOrder, opening } from './new-order.ts'
import {
  chargeDescription,
  firstAmount,
  isBilledLater,
  type NetworkTransaction,
  type NewOrder,
  type Order,
} from './order.ts'
import { placePayout } from './place-payout.ts'
import { refuse } from './refusals.ts'
import { findOrderByExternalId, getOrder } from './store.ts'
import type { Terms } from './terms.ts'

export type OrderWish = {
  site: Site
  shopperId: ShopperId
  terms: Terms
  /** The store's own number; without one the house makes it up. */
  externalId: string | undefined
  description: string | undefined
  /** Absent: the order is opened and nobody is asked for money. */
  card: CardWish | undefined
  ip: string | undefined
  /** Present: the shopper is there and can be sent to their bank. */
  threeDSecure?: NewPayment['threeDSecure']
  details?: Partial<Pick<NewOrder, 'items' | 'tags' | 'level3' | 'customData' | 'invoiceEmail' | 'backUrl'>>
  /** What the commit that opens the order must hold too, such as an idempotency key. */
  alongside?: (orderId: OrderId | Ref) => readonly Write[]
}
export type CardWish =
  /** Without the shopper's browser this is a merchant-initiated payment, which needs the network's id of the first one. */
  | { from: 'stored'; cardId: StoredCardId; networkTransaction: NetworkTransaction | undefined }
  /** The shopper's own payment; where their bank wants to see them it is softly declined. */
  | { from: 'typed'; brand: string; details: Extract<NewPayment['card'], { from: 'typed' }>['details']; save: boolean }

export type Placed = { order: Order; payment: Payment | undefined }

/**
 * Opens an order and makes its first payment: by a stored card, by card data, or none. The same external id sent again
 * while the order waits to be paid is another attempt at that order, as a soft decline asks for; once it is paid, or for
 * another amount or customer, it is refused. A declined payment is an outcome, and comes back with the order.
 */
export async function placeOrder(house: PaymentsHouse, wish: OrderWish): Promise<Placed> {
  if (!wish.site.active) throw refuse('site_inactive', { field: 'siteId' })
  const shopper = await findShopper(house.db, wish.shopperId)
  if (shopper?.siteId !== wish.site.id || shopper.removed) throw refuse('customer_not_found', { field: 'customerId' })
  if (wish.terms.type === 'credit') return placePayout(house, shopper, wish)
  const paying = await payingWith(house, wish)
  return (await openOrder(house, shopper, wish, paying)) ?? (await placeAgain(house, shopper, wish, paying))
}

type Paying = { card: NewPayment['card']; origin: Origin }

/** Everything that can be wrong with the card is said before there is an order. */
async function payingWith({ db, clock }: PaymentsHouse, { site, shopperId, terms, ...wish }: OrderWish) {
  if (!wish.card) {
    if (terms.mode === 'verifyCard') throw refuse('card_missing', { field: 'cardId' })
    return undefined
  }
  if (wish.card.from === 'typed') {
    const { save, ...typed } = wish.card
    const store = save || isBilledLater(terms) || terms.mode === 'verifyCard'
    return { card: { ...typed, store }, origin: { by: 'shopper', storesCard: store } } satisfies Paying
  }
  const { cardId, networkTransaction } = wish.card
  const card = await chooseCard(db, clock.now(), { site, shopperId, cardId })
  const origin: Origin = wish.threeDSecure
    ? { by: 'shopper', storesCard: false }
    : requireOrigin({ type: terms.type, networkTransaction }, card)
  return { card: { from: 'stored', card }, origin } satisfies Paying
}

/** A new order, in one commit with the promise of its payment. Gives undefined when the site has one of this number. */
async function openOrder(
  house: PaymentsHouse,
  shopper: Shopper,
  wish: OrderWish,
  paying: Paying | undefined,
): Promise<Placed | undefined> {
  const now = house.clock.now()
  const as = ref('order')
  const alongside = opening(now, as, wish)
  try {
    if (!paying) {
      const ids = await commit(house, now, alongside)
      return { order: await getOrder(house.db, ids<OrderId>(as)), payment: undefined }
    }
    const payment = await pay(house, { ...paying, wish, shopper, order: newOrder(wish), orderId: as, alongside })
    return { order: await getOrder(house.db, payment.orderId), payment }
  } catch (error) {
    if (isOpenedAlready(error)) return undefined
    throw error
  }
}

async function placeAgain(
  house: PaymentsHouse,
  shopper: Shopper,
  wish: OrderWish,
  paying: Paying | undefined,
): Promise<Placed> {
  const order = await findOrderByExternalId(house.db, wish.site.id, wish.externalId ?? '')
  assert(order, `order ${wish.externalId} of site ${wish.site.id} has been opened`)
  await again(house, order, wish)
  if (!paying) return { order, payment: undefined }
  // The order is as it was read, or nothing is asked: neither cancelled nor tried meanwhile.
  const alongside = amendOrder(order, {})
  const payment = await pay(house, { ...paying, wish, shopper, order, orderId: order.id, alongside })
  return { order: await getOrder(house.db, order.id), payment }
}

/** The order was opened before: another attempt at it, if it is the same and waits to be paid. */
async function again(house: PaymentsHouse, order: Order, { shopperId, terms, alongside }: OrderWish): Promise<void> {
  const same =
    order.shopperId === shopperId &&
    order.type === terms.type &&
    order.mode === terms.mode &&
    order.amount.currency === terms.amount.currency &&
    order.amount.minor === terms.amount.minor
  if (!same || order.status !== 'start') {
    const { id, externalId: externalOrderId, status } = order
    throw refuse('order_exists', { field: 'externalOrderId', orderId: id.toString(), externalOrderId, status })
  }
  if (alongside) await commit(house, house.clock.now(), alongside(order.id))
}

const kinds = { auth: 'auth', authAndCapture: 'sale', verifyCard: 'verify' } as const satisfies Record<
  Exclude<Order['mode'], 'credit'>,
  NewPayment['kind']
>

type Attempt = Paying & {
  wish: OrderWish
  shopper: Shopper
  order: NewOrder
} & Pick<NewPayment, 'orderId' | 'alongside'>

function pay(house: PaymentsHouse, { wish, shopper, order, card, origin, ...attempt }: Attempt): Promise<Payment> {
  assert(order.mode !== 'credit', 'an order that pays out takes no payment')
  return authorizePayment(house, {
    ...attempt,
    site: wish.site,
    shopper,
    kind: kinds[order.mode],
    source: 'service-call',
    origin,
    amount: firstAmount(order),
    description: chargeDescription(order),
    card,
    ip: wish.ip,
    threeDSecure: wish.threeDSecure,
  }).catch((error: unknown) => {
    throw error instanceof StaleWrite ? refuse('payment_under_way') : error
  })
}
