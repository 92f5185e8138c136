import type { OrderId } from '#acquiring/ids'
import { getOrder } from '#acquiring/orders'
import { type Payment, paymentsOf } from '#acquiring/payments'
import type { Db } from '#kernel/db/db.ts'
import { type Billed, billOrder } from './bill-order.ts'
import { type BillingParts, billingContext } from './billing-context.ts'

/** Bills what an order owes, if that is due: after a change of its card it is. Returns the payment, if one was made, or what it waits for. */
export async function payDebt(ctx: BillingParts, id: OrderId): Promise<Billed> {
  const { status } = await getOrder(ctx.db, id)
  return status === 'retrying' ? billOrder(billingContext(ctx), id) : {}
}

/**
 * The charge of the debt that followed a verification of a new card: of the period whose charge had failed before it, by
 * the next one. Undefined where the card was not verified, or nothing was owed.
 */
export async function debtChargedAfter(db: Db, orderId: OrderId, proofId: Payment['id']): Promise<Payment | undefined> {
  const payments = await paymentsOf(db, orderId)
  const at = payments.findIndex(({ id }) => id === proofId)
  if (payments[at]?.source !== 'card-change' || payments[at].status !== 'verified') return undefined
  const owed = payments.slice(0, at).findLast(({ period }) => period !== undefined)
  const next = payments.slice(at + 1).find(({ period }) => period !== undefined)
  return owed?.status === 'failed' && next?.period === owed.period ? next : undefined
}
