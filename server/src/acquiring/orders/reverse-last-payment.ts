import {
  isPayment,
  type Payment,
  type PaymentsContext,
  type Refund,
  type ReversalInput,
  reversePayment,
  transactionsOf,
} from '#acquiring/payments'
import type { Order } from './order.ts'
import { refuse } from './refusals.ts'

/**
 * Returns the money of an order's last payment and leaves the order as it is (DELETE /order with terminateOrder no): what
 * is authorized is voided, what is captured is cancelled or refunded. Refuses with `order_not_paid` when there is nothing
 * to return.
 */
export async function reverseLastPayment(
  ctx: PaymentsContext,
  { id, siteId }: Order,
  input: Pick<ReversalInput, 'by' | 'why' | 'alongside'>,
): Promise<Payment | Refund> {
  const payments = (await transactionsOf(ctx.db, id)).filter(isPayment)
  const last = payments.findLast(({ type, status }) => type === 'deposit' && reversible.has(status))
  if (!last) throw refuse('order_not_paid')
  return reversePayment(ctx, { siteId, paymentId: last.id, amount: undefined, ...input })
}
const reversible: ReadonlySet<Payment['status']> = new Set(['authorized', 'captured'])
