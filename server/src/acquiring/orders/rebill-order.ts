import type { OrderId, ShopperId } from '#acquiring/ids'
import { authorizePayment, type Payment, type PaymentsContext } from '#acquiring/payments'
import { findShopper } from '#acquiring/shoppers'
import type { SiteId } from '#core/directory'
import type { Money } from '#kernel/base/money.ts'
import { AlreadyThere, decide, StaleWrite, type Write } from '#kernel/db/commit/commit.ts'
import { newBillingPeriod } from './bill-order.ts'
import { chooseCard, requireOriginalTransaction } from './choose-card.ts'
import { isBillable, type Order } from './order.ts'
import { insertBillingPeriod, oneBillingPerPeriod } from './plan-billing-period.ts'
import { refuse } from './refusals.ts'
import { refuseBeyondRetryLimits } from './refuse-beyond-retry-limits.ts'
import { findOrder, getOrder } from './store.ts'
import { amendOrder } from './transition-order.ts'

export type RebillInput = {
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
export async function rebillOrder(
  ctx: PaymentsContext,
  input: RebillInput,
): Promise<{ order: Order; payment: Payment }> {
  if (input.amount.minor <= 0n) throw refuse('amount_not_positive', { field: 'amount' })
  const payment = await decide(() => rebill(ctx, input))
  return { order: await getOrder(ctx.db, input.orderId), payment }
}

async function rebill(ctx: PaymentsContext, input: RebillInput): Promise<Payment> {
  const { db, directory } = ctx
  const order = await findOrder(db, input.siteId, input.orderId)
  if (!order || (input.shopperId !== undefined && order.shopperId !== input.shopperId))
    throw refuse('order_not_found', { field: 'id' })
  if (order.type !== 'managed') throw refuse('order_not_managed', { type: order.type })
  if (!isBillable(order)) throw refuse('unexpected_order_status', { status: order.status })
  const { amount, cardId } = { ...input, cardId: order.cardId }
  if (amount.currency !== order.amount.currency)
    throw refuse('invalid_currency', { field: 'currency', currencies: order.amount.currency })
  if (cardId === undefined) throw refuse('order_without_card')
  const [site, shopper] = await Promise.all([directory.site(order.siteId), findShopper(db, order.shopperId)])
  if (!site?.active) throw refuse('site_inactive', { field: 'siteId' })
  const now = ctx.clock.now()
  const card = await chooseCard(db, now, { site, shopperId: order.shopperId, cardId })
  const origin = requireOriginalTransaction(order, card)
  await refuseBeyondRetryLimits(ctx, card, amount)
  const { nextPeriod: period } = order
  return authorizePayment(ctx, {
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
      insertBillingPeriod(newBillingPeriod(now, order, now, amount)),
      ...amendOrder(order, { nextPeriod: period + 1 }),
      ...(input.alongside?.(order.id) ?? []),
    ],
  }).catch(orGoStale)
}

/** Another request billed the order at this very moment: look again. */
function orGoStale(error: unknown): never {
  if (error instanceof AlreadyThere && error.constraint === oneBillingPerPeriod)
    throw new StaleWrite(error.message, { cause: error })
  throw error
}
