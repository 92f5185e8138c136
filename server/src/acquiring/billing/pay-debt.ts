import type { OrderId } from '#acquiring/ids'
import { getOrder } from '#acquiring/orders'
import { type Billed, billOrder } from './bill-order.ts'
import { type BillingParts, billingContext } from './billing-context.ts'

/** Bills what an order owes, if that is due: after a change of its card it is. Returns the payment, if one was made, or what it waits for. */
export async function payDebt(ctx: BillingParts, id: OrderId): Promise<Billed> {
  const { status } = await getOrder(ctx.db, id)
  return status === 'retrying' ? billOrder(billingContext(ctx), id) : {}
}
