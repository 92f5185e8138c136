import type { OrderId, PaymentId } from '#acquiring/ids'
import {
  isPayment,
  type Payment,
  type PaymentsContext,
  type Refund,
  type ReversalInput,
  reversePayment,
  transactionsOf,
} from '#acquiring/payments'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Order } from './order.ts'
import { refuse } from './refusals.ts'

/**
 * Returns the money of an order's last payment and leaves the order as it is (DELETE /order with terminateOrder no): what
 * is authorized is voided, what is captured is cancelled or refunded. Refuses with `order_not_paid` when nothing was paid,
 * and as the reversal of that payment does when its money is returned already: sent again, it returns nothing more.
 */
export async function reverseLastPayment(
  ctx: PaymentsContext,
  { id, siteId }: Order,
  { alongside, ...input }: Pick<ReversalInput, 'by' | 'why'> & { alongside: (last: PaymentId) => Write[] },
): Promise<{ last: PaymentId; reversed: Payment | Refund }> {
  const last = await lastPaid(ctx.db, id)
  if (!last) throw refuse('order_not_paid')
  const reversal = { siteId, paymentId: last.id, amount: undefined, alongside: () => alongside(last.id) }
  return { last: last.id, reversed: await reversePayment(ctx, { ...input, ...reversal }) }
}

/** The newest payment of an order that ever took money, also one that was returned since: no reversal makes it another one. */
export async function lastPaid(db: Db, id: OrderId): Promise<Payment | undefined> {
  const payments = (await transactionsOf(db, id)).filter(isPayment)
  return payments.findLast(({ type, status }) => type === 'deposit' && !hasTakenNothing.has(status))
}
const hasTakenNothing: ReadonlySet<Payment['status']> = new Set([
  ...(['authorizing', 'challenging', 'uncertain', 'reversing', 'verified', 'failed'] as const),
])
