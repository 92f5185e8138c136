import { randomUUID } from 'node:crypto'
import type { Origin } from '#connectors/acquirer/acquirer.ts'
import type { Site } from '#directory'
import { AlreadyThere, announce, commit, decide, type Ref, ref, StaleWrite, type Write } from '#kernel/commit.ts'
import type { OrderId, ShopperId, StoredCardId } from '#kernel/ids.ts'
import { formatMoney } from '#kernel/money.ts'
import { authorizePayment, type NewPayment, type Payment, type PaymentsHouse } from '#payments'
import { findShopper, type Shopper } from '#shoppers'
import { chooseCard, requireOrigin } from './choose-card.ts'
import { amendOrder } from './move-order.ts'
import {
  chargeDescription,
  firstAmount,
  isBilledLater,
  type NetworkTransaction,
  type NewOrder,
  type Order,
} from './order.ts'
import { oneOrderPerExternalId, planOrder } from './plan-order.ts'
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
  const paying = await payingWith(house, wish)
  const order = await decide(() => openOrder(house, wish))
  if (!paying) return { order, payment: undefined }
  const payment = await pay(house, order, { wish, shopper, ...paying })
  return { order: await getOrder(house.db, order.id), payment }
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

async function openOrder(house: PaymentsHouse, wish: OrderWish): Promise<Order> {
  const { site, externalId } = wish
  const known = externalId && (await findOrderByExternalId(house.db, site.id, externalId))
  if (known) return again(house, known, wish)
  const now = house.clock.now()
  const as = ref('order')
  const { terms } = wish
  const opened = announce('orderOpened', {
    siteId: site.id,
    subjectId: as,
    body: { amount: formatMoney(terms.amount), currency: terms.amount.currency, type: terms.type },
    subject: undefined,
  })
  try {
    const ids = await commit(house, now, [planOrder(now, as, newOrder(wish)), opened, ...(wish.alongside?.(as) ?? [])])
    return await getOrder(house.db, ids<OrderId>(as))
  } catch (error) {
    // Somebody else opened the very same order at this moment.
    if (error instanceof AlreadyThere && error.constraint === oneOrderPerExternalId)
      throw new StaleWrite(error.message, { cause: error })
    throw error
  }
}

/** The order was opened before: another attempt at it, if it is the same and waits to be paid. */
async function again(house: PaymentsHouse, order: Order, { shopperId, terms, alongside }: OrderWish): Promise<Order> {
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
  return order
}

const newOrder = ({ site, shopperId, terms, card, details = {}, ...wish }: OrderWish): NewOrder => ({
  siteId: site.id,
  shopperId,
  externalId: wish.externalId ?? randomUUID().replaceAll('-', ''),
  ...terms,
  description: wish.description ?? '',
  items: details.items ?? [],
  tags: details.tags ?? [],
  level3: details.level3,
  customData: details.customData,
  invoiceEmail: details.invoiceEmail,
  backUrl: details.backUrl,
  // There is no page to try again on: what is declined has failed, unless it asks to be sent again.
  attemptsMax: card && 1,
  networkTransaction: card?.from === 'stored' ? card.networkTransaction : undefined,
})

const kinds = { auth: 'auth', authAndCapture: 'sale', verifyCard: 'verify' } as const satisfies Record<
  Order['mode'],
  NewPayment['kind']
>

function pay(
  house: PaymentsHouse,
  order: Order,
  { wish, shopper, card, origin }: Paying & { wish: OrderWish; shopper: Shopper },
): Promise<Payment> {
  return authorizePayment(house, {
    site: wish.site,
    shopper,
    orderId: order.id,
    kind: kinds[order.mode],
    source: 'service-call',
    origin,
    amount: firstAmount(order),
    description: chargeDescription(order),
    card,
    ip: wish.ip,
    threeDSecure: wish.threeDSecure,
    // The order is as it was read, or nothing is asked: neither cancelled nor tried meanwhile.
    alongside: amendOrder(order, {}),
  }).catch((error: unknown) => {
    throw error instanceof StaleWrite ? refuse('payment_under_way') : error
  })
}
