import type { ApiCaller, ApiResult } from '#acquiring/api'
import type { OrderId } from '#acquiring/ids'
import { type Payment, paymentsOf } from '#acquiring/payments'
import { readId } from '#kernel/base/id.ts'
import type { Db } from '#kernel/db/db.ts'
import { errorOf } from './notice.ts'
import type { Order } from './order.ts'
import { refuse } from './refusals.ts'
import { findOrder, findOrderByExternalId } from './store.ts'
import { chargedRecord } from './wire.ts'

/** An order by our id or by the store's own; a number is taken for ours first. */
export async function orderOf({ db }: { db: Db }, { siteId }: ApiCaller, named: string): Promise<Order> {
  const orderId = readId<OrderId>(named)
  const order = (orderId && (await findOrder(db, siteId, orderId))) ?? (await findOrderByExternalId(db, siteId, named))
  if (!order) throw refuse('order_not_found')
  return order
}

/** What an order was last asked to pay: for an answer that got lost. */
export async function lastPaymentOf(db: Db, orderId: OrderId): Promise<Payment | undefined> {
  return (await paymentsOf(db, orderId)).findLast(({ parentId }) => parentId === undefined)
}

export const charged = (order: Order, payment: Payment | undefined) => ({
  data: chargedRecord(order, payment),
  ...outcomeOf(payment),
})

/** A declined payment is 402 with why; one whose end nobody knows yet is 202. */
export function outcomeOf(payment: Payment | undefined): Pick<ApiResult<never>, 'status' | 'errors'> {
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
