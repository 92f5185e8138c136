import type { OrderId, ShopperId } from '#acquiring/ids'
import { type PaymentsContext, paymentsOf, reversePayment, underWay } from '#acquiring/payments'
import type { SiteId } from '#core/directory'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { endOrder } from './end-order.ts'
import { type Cancellation, isBillable, isBilledLater, type Order } from './order.ts'
import { refuse } from './refusals.ts'
import { requireOrder } from './require-order.ts'
import { getOrder, unfinishedOrdersOf } from './store.ts'

export type CancelInput = Cancellation & {
  siteId: SiteId
  orderId: OrderId
  by: 'merchant' | 'shopper'
  alongside?: (orderId: OrderId) => readonly Write[]
}

/**
 * Ends an order at the wish of its merchant or its shopper: a recurring or managed one is not billed again, an unpaid one
 * cannot be paid any more, and of a purchase that is only authorized the money is let go. What was paid stays paid: give
 * it back with a refund. Cancelling a cancelled order changes nothing.
 */
export async function cancelOrder(ctx: PaymentsContext, input: CancelInput): Promise<Order> {
  const { siteId, orderId } = input
  const first = await requireOrder(ctx.db, { siteId, orderId })
  if (!isBilledLater(first) && first.status === 'in-progress') await letGo(ctx, first, input)
  else await decide(() => cancel(ctx, input))
  return getOrder(ctx.db, orderId)
}

async function cancel(ctx: PaymentsContext, { siteId, orderId, by, reason, message, alongside }: CancelInput) {
  const order = await requireOrder(ctx.db, { siteId, orderId })
  const endReason = `cancelled_by_${by}`
  const others = alongside?.(orderId) ?? []
  const now = ctx.clock.now()
  if (order.endReason?.startsWith('cancelled_by_')) return void (await commit(ctx, now, others))
  if (order.status === 'start') await refuseUnderWay(ctx, order)
  else if (!isBillable(order))
    throw isBilledLater(order)
      ? refuse('unexpected_order_status', { status: order.status })
      : refuse('order_not_cancellable', { status: order.status })
  await commit(ctx, now, [...endOrder(now, order, { endReason, cancel: { reason, message } }), ...others])
}

/** While nobody knows whether the order is paid, it cannot be called off. */
async function refuseUnderWay({ db }: PaymentsContext, { id }: Order): Promise<void> {
  const waiting = (await paymentsOf(db, id)).some(({ status }) => underWay.some((one) => one === status))
  if (waiting) throw refuse('payment_in_progress')
}

/** The authorization is voided, and the order hears of it. */
async function letGo(ctx: PaymentsContext, { id, siteId }: Order, { alongside }: CancelInput): Promise<void> {
  const authorized = (await paymentsOf(ctx.db, id)).find(({ status }) => status === 'authorized')
  if (!authorized) throw refuse('payment_in_progress')
  await commit(ctx, ctx.clock.now(), alongside?.(id) ?? [])
  await reversePayment(ctx, { siteId, paymentId: authorized.id, amount: undefined })
}

/**
 * Ends whatever a shopper still has with us, because they are deleted (wire fact 3.3). Orders whose first payment is in
 * doubt are left to it: it is their last. Safe to begin again.
 */
export async function endOrdersOf(ctx: PaymentsContext, shopperId: ShopperId): Promise<void> {
  for (let after = 0n as OrderId; ; ) {
    const ids = await unfinishedOrdersOf(ctx.db, shopperId, after)
    if (ids.length === 0) return
    for (const id of ids) await decide(() => endOne(ctx, id))
    after = ids.at(-1)!
  }
}

async function endOne(ctx: PaymentsContext, id: OrderId): Promise<void> {
  const order = await getOrder(ctx.db, id)
  const now = ctx.clock.now()
  if (order.status !== 'start' && !isBillable(order)) return
  const payments = order.status === 'start' ? await paymentsOf(ctx.db, id) : []
  if (payments.some(({ status }) => underWay.some((one) => one === status))) return
  await commit(ctx, now, endOrder(now, order, { endReason: 'customer_deleted' }))
}
