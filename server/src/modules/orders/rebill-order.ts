import { AlreadyThere, decide, StaleWrite, type Write } from '#kernel/commit.ts'
import type { OrderId, ShopperId, SiteId } from '#kernel/ids.ts'
import type { Money } from '#kernel/money.ts'
import { authorizePayment, type Payment, type PaymentsHouse } from '#payments'
import { findShopper } from '#shoppers'
import { newCharge } from './bill-order.ts'
import { chooseCard, requireOrigin } from './choose-card.ts'
import { amendOrder } from './move-order.ts'
import { isBillable, type Order } from './order.ts'
import { insertCharge, oneChargePerPeriod } from './plan-charge.ts'
import { refuse } from './refusals.ts'
import { refuseBeyondCaps } from './refuse-beyond-caps.ts'
import { findOrder, getOrder } from './store.ts'

export type RebillWish = {
  siteId: SiteId
  orderId: OrderId
  /** When the caller names the customer, it must be the order's. */
  shopperId?: ShopperId | undefined
  /** Of this charge alone; it has nothing to do with the order's own amount. */
  amount: Money
  alongside?: (orderId: OrderId) => readonly Write[]
}

/**
 * Bills a managed order once, because its merchant asks (wire fact 5, managed rebill): the order must be in progress and
 * own a card that can be charged without the shopper. A decline is an outcome; nothing is tried again by itself.
 */
export async function rebillOrder(house: PaymentsHouse, wish: RebillWish): Promise<{ order: Order; payment: Payment }> {
  if (wish.amount.minor <= 0n) throw refuse('amount_not_positive', { field: 'amount' })
  const payment = await decide(() => rebill(house, wish))
  return { order: await getOrder(house.db, wish.orderId), payment }
}

async function rebill(house: PaymentsHouse, wish: RebillWish): Promise<Payment> {
  const { db, directory } = house
  const order = await findOrder(db, wish.siteId, wish.orderId)
  if (!order || (wish.shopperId !== undefined && order.shopperId !== wish.shopperId))
    throw refuse('order_not_found', { field: 'id' })
  if (order.type !== 'managed') throw refuse('order_not_managed', { type: order.type })
  if (!isBillable(order)) throw refuse('order_status_forbids', { status: order.status })
  const { amount, cardId } = { ...wish, cardId: order.cardId }
  if (amount.currency !== order.amount.currency)
    throw refuse('currency_unusable', { field: 'currency', currencies: order.amount.currency })
  if (cardId === undefined) throw refuse('order_without_card')
  const [site, shopper] = await Promise.all([directory.site(order.siteId), findShopper(db, order.shopperId)])
  if (!site?.active) throw refuse('site_inactive', { field: 'siteId' })
  const now = house.clock.now()
  const card = await chooseCard(db, now, { site, shopperId: order.shopperId, cardId })
  const origin = requireOrigin(order, card)
  await refuseBeyondCaps(house, card, amount)
  const { nextPeriod: period } = order
  return authorizePayment(house, {
    site,
    shopper: shopper!,
    orderId: order.id,
    period,
    kind: 'sale',
    source: 're-bill',
    origin,
    amount,
    description: order.description,
    card: { from: 'stored', card },
    ip: undefined,
    threeDSecure: undefined,
    alongside: [
      insertCharge(newCharge(now, order, now, amount)),
      ...amendOrder(order, { nextPeriod: period + 1 }),
      ...(wish.alongside?.(order.id) ?? []),
    ],
  }).catch(orGoStale)
}

/** Another request billed the order at this very moment: look again. */
function orGoStale(error: unknown): never {
  if (error instanceof AlreadyThere && error.constraint === oneChargePerPeriod)
    throw new StaleWrite(error.message, { cause: error })
  throw error
}
