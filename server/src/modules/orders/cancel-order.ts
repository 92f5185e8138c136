import { commit, decide, type Write } from '#kernel/commit.ts'
import type { OrderId, ShopperId, SiteId } from '#kernel/ids.ts'
import { type PaymentsHouse, paymentsOf, underWay, undoPayment } from '#payments'
import { endOrder } from './end-order.ts'
import { type Cancellation, isBillable, isBilledLater, type Order } from './order.ts'
import { refuse } from './refusals.ts'
import { findCharge, findOrder, getOrder, unfinishedOrdersOf } from './store.ts'

export type CancelWish = Cancellation & {
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
export async function cancelOrder(house: PaymentsHouse, wish: CancelWish): Promise<Order> {
  const { siteId, orderId } = wish
  const first = await findOrder(house.db, siteId, orderId)
  if (!first) throw refuse('order_not_found', { field: 'id' })
  if (!isBilledLater(first) && first.status === 'in-progress') await letGo(house, first, wish)
  else await decide(() => cancel(house, wish))
  return getOrder(house.db, orderId)
}

async function cancel(house: PaymentsHouse, { siteId, orderId, by, reason, message, alongside }: CancelWish) {
  const order = await findOrder(house.db, siteId, orderId)
  if (!order) throw refuse('order_not_found', { field: 'id' })
  const endReason = `cancelled_by_${by}`
  const others = alongside?.(orderId) ?? []
  const now = house.clock.now()
  if (order.endReason?.startsWith('cancelled_by_')) return void (await commit(house, now, others))
  if (order.status === 'start') await refuseUnderWay(house, order)
  else if (!isBillable(order))
    throw isBilledLater(order)
      ? refuse('order_status_forbids', { status: order.status })
      : refuse('order_paid_once', { status: order.status })
  const charge = await findOpenCharge(house, order)
  await commit(house, now, [...endOrder(now, order, { charge, endReason, cancel: { reason, message } }), ...others])
}

/** While nobody knows whether the order is paid, it cannot be called off. */
async function refuseUnderWay({ db }: PaymentsHouse, { id }: Order): Promise<void> {
  const waiting = (await paymentsOf(db, id)).some(({ status }) => underWay.some((one) => one === status))
  if (waiting) throw refuse('payment_under_way')
}

/** The authorization is voided, and the order hears of it. */
async function letGo(house: PaymentsHouse, { id, siteId }: Order, { alongside }: CancelWish): Promise<void> {
  const authorized = (await paymentsOf(house.db, id)).find(({ status }) => status === 'authorized')
  if (!authorized) throw refuse('payment_under_way')
  await commit(house, house.clock.now(), alongside?.(id) ?? [])
  await undoPayment(house, { siteId, paymentId: authorized.id, amount: undefined })
}

const findOpenCharge = async ({ db }: PaymentsHouse, { id, nextPeriod }: Order) => {
  const charge = await findCharge(db, id, nextPeriod)
  return charge?.status === 'open' ? charge : undefined
}

/**
 * Ends whatever a shopper still has with us, because they are deleted (wire fact 3.3). Orders whose first payment is in
 * doubt are left to it: it is their last. Safe to begin again.
 */
export async function endOrdersOf(house: PaymentsHouse, shopperId: ShopperId): Promise<void> {
  for (let after = 0n as OrderId; ; ) {
    const ids = await unfinishedOrdersOf(house.db, shopperId, after)
    if (ids.length === 0) return
    for (const id of ids) await decide(() => endOne(house, id))
    after = ids.at(-1)!
  }
}

async function endOne(house: PaymentsHouse, id: OrderId): Promise<void> {
  const order = await getOrder(house.db, id)
  const now = house.clock.now()
  if (order.status !== 'start' && !isBillable(order)) return
  const payments = order.status === 'start' ? await paymentsOf(house.db, id) : []
  if (payments.some(({ status }) => underWay.some((one) => one === status))) return
  const charge = await findOpenCharge(house, order)
  await commit(house, now, endOrder(now, order, { charge, endReason: 'customer_deleted' }))
}
