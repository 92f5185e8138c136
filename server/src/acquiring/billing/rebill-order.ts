import type { OrderId } from '#acquiring/ids'
import {
  amendOrder,
  chooseCardToBill,
  getOrder,
  type Order,
  type OrderNamed,
  requestedOf,
  requireActiveSite,
  requireBillable,
  requireOrder,
} from '#acquiring/orders'
import {
  type Payment,
  type PaymentIntent,
  type PaymentsContext,
  recordPaymentIntent,
  sendPayment,
} from '#acquiring/payments'
import { findShopper } from '#acquiring/shoppers'
import type { TransactionOption } from '#acquiring/terms'
import type { Money } from '#kernel/base/money.ts'
import { decide, type Ref, type Write } from '#kernel/db/commit/commit.ts'
import { newBillingPeriod } from './billing-period.ts'
import { insertBillingPeriod } from './plan-billing-period.ts'
import { refuse } from './refusals.ts'
import { refuseBeyondRetryLimits } from './refuse-beyond-retry-limits.ts'

export type RebillInput = OrderNamed & {
  /** Of this charge alone; it has nothing to do with the order's own amount. */
  amount: Money
  /** Of this charge alone; when it is left out, the order's own in proportion. */
  option?: TransactionOption | undefined
  /** Written with the intent of the payment, such as an idempotency key. */
  alongside?: (orderId: OrderId, paymentId: Ref) => readonly Write[]
}

/**
 * Bills a managed order once, because its merchant requests it (wire fact 5, managed rebill): the order must be in
 * progress and own a card that can be charged without the shopper. A decline is an outcome, and nothing is retried.
 */
export async function rebillOrder(
  ctx: PaymentsContext,
  input: RebillInput,
): Promise<{ order: Order; payment: Payment }> {
  if (input.amount.minor <= 0n) throw refuse('amount_not_positive', { field: 'amount' })
  const intent = await decide(() => recordIntent(ctx, input))
  const payment = await sendPayment(ctx, intent)
  return { order: await getOrder(ctx.db, input.orderId), payment }
}

async function recordIntent(ctx: PaymentsContext, input: RebillInput): Promise<PaymentIntent> {
  const { db, directory } = ctx
  const order = await requireOrder(db, input)
  if (order.type !== 'managed') throw refuse('order_not_managed', { type: order.type })
  requireBillable(order)
  const { amount, cardId } = { ...input, cardId: order.cardId }
  if (amount.currency !== order.amount.currency)
    throw refuse('invalid_currency', { field: 'currency', currencies: order.amount.currency })
  if (cardId === undefined) throw refuse('order_without_card')
  const [site, shopper] = await Promise.all([
    requireActiveSite(directory, order.siteId),
    findShopper(db, order.shopperId),
  ])
  if (!shopper || shopper.removed) throw refuse('order_without_card')
  const { card, initiator } = await chooseCardToBill(db, ctx.clock.now(), order, {
    site,
    shopperId: order.shopperId,
    cardId,
  })
  await refuseBeyondRetryLimits(ctx, card, amount)
  const { nextPeriod: period } = order
  return recordPaymentIntent(ctx, {
    site,
    shopper,
    orderId: order.id,
    period,
    kind: 'sale',
    source: 're-bill',
    initiator,
    amount,
    ...requestedOf(order, amount),
    ...(input.option && { option: input.option }),
    description: order.description,
    card: { from: 'stored', card },
    ip: undefined,
    threeDSecure: undefined,
    alongside: (now) => [
      insertBillingPeriod(newBillingPeriod(now, order, now, amount)),
      ...amendOrder(order, { nextPeriod: period + 1 }),
    ],
    begun: (paymentId) => input.alongside?.(order.id, paymentId) ?? [],
  })
}
