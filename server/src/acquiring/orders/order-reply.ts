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
import { chargedRecord } from './wire.ts'

/** Our id or the store's own: the paths of orders take both (wire fact 3, wire rules). */
export const orderParams = z.object({
  id: text({ max: 32, what: 'the id of an order, ours or your own' }, { wrong: 1100 }),
})
export const orderCustomerId = optional(id<ShopperId>('the id of the customer of the order', { wrong: 1620 }))

/** An order by our id or by the store's own; a number is tried as ours first. Refuses with `order_not_found`. */
export async function orderOf({ db }: { db: Db }, { siteId }: ApiCaller, named: string): Promise<Order> {
  const orderId = readId<OrderId>(named)
  const order = (orderId && (await findOrder(db, siteId, orderId))) ?? (await findOrderByExternalId(db, siteId, named))
  if (!order) throw refuse('order_not_found')
  return order
}

/** The last payment of an order: for a response that was lost. */
export async function lastPaymentOf(db: Db, orderId: OrderId): Promise<Payment | Payout | undefined> {
  return (await transactionsOf(db, orderId)).findLast((one) => one.parentId === undefined)
}

/** The response of a route that has charged an order. */
export const charged = (order: Order, payment: Payment | Payout | undefined) => ({
  data: chargedRecord(order, payment),
  ...outcomeOf(payment),
})

/** A declined payment is 402 with the reason; one without a final result is 202. */
export function outcomeOf(payment: Payment | Payout | undefined): Pick<ApiResult<never>, 'status' | 'errors'> {
  switch (payment?.status) {
    case 'failed': {
      const { code, message } = errorOf(payment.declineReason)
      return {
        status: 402,
        errors: [{ code, message, type: 'Exception', reason: payment.declineReason ?? 'not_arrived' }],
      }
    }
    case 'authorizing':
    case 'crediting':
    case 'uncertain':
    case 'reversing':
      return { status: 202 }
    default:
      return {}
  }
}
