import { z } from 'zod'
import type { ApiCaller, ApiResult } from '#acquiring/api'
import type { OrderId, ShopperId } from '#acquiring/ids'
import { type Payment, type Payout, transactionsOf } from '#acquiring/payments'
import { readId } from '#kernel/base/id.ts'
import type { Db } from '#kernel/db/db.ts'
import { id, optional, text } from '#kernel/http/field.ts'
import { errorOf } from './notice.ts'
import type { Order } from './order.ts'
import { refuse } from './refusals.ts'
import { findOrder, findOrderByExternalId } from './store.ts'
import { placedRecord } from './wire.ts'

/** Our id or the store's own: the paths of orders take both (wire fact 3, wire rules). */
export const orderParams = z.object({
  id: text({ max: 32, what: 'the id of an order, or your own if it is not a number' }, { wrong: 1100 }),
})
export const orderCustomerId = optional(id<ShopperId>('the id of the customer of the order', { wrong: 1620 }))

/**
 * An order by our id, or by the store's own. Digits are our id and nothing else, since a store may number its orders with
 * the same digits (wire fact 12, row 21): those are found by `externalOrderId`. Refuses with `order_not_found`.
 */
export async function orderOf({ db }: { db: Db }, { siteId }: ApiCaller, named: string): Promise<Order> {
  const orderId = readId<OrderId>(named)
  const order = await (orderId ? findOrder(db, siteId, orderId) : findOrderByExternalId(db, siteId, named))
  if (!order) throw refuse('order_not_found')
  return order
}

/**
 * The payment that the commit of an idempotency key has begun: for a response that was lost. A key of before names none;
 * its answer is the last payment of the order.
 */
export async function paymentOfKey(
  db: Db,
  orderId: OrderId,
  paymentId: string | undefined,
): Promise<Payment | Payout | undefined> {
  const payments = (await transactionsOf(db, orderId)).filter((one) => one.parentId === undefined)
  return paymentId === undefined ? payments.at(-1) : payments.find(({ id }) => String(id) === paymentId)
}

/** The response of a route that has opened or charged an order. */
export const charged = (order: Order, payment: Payment | Payout | undefined) => ({
  data: placedRecord(order, payment),
  ...outcomeOf(payment),
})

/**
 * A declined payment is 402 with the reason. One without a final result is a success whose status says so: shipped
 * clients take anything but 200 and 201 for a failure, and charge again (wire fact 12, rows 8 and 20).
 */
function outcomeOf(payment: Payment | Payout | undefined): Pick<ApiResult<never>, 'status' | 'errors'> {
  if (payment?.status !== 'failed') return {}
  const { code, message } = errorOf(payment.declineReason)
  return { status: 402, errors: [{ code, message, type: 'Exception', reason: payment.declineReason ?? 'not_arrived' }] }
}
