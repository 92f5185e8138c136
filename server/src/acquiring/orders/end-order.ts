import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { BillingPeriod } from './billing-period.ts'
import { type Cancellation, isBillable, type Order } from './order.ts'
import { updateBillingPeriod } from './plan-billing-period.ts'
import { refuse } from './refusals.ts'
import { transitionOrder } from './transition-order.ts'

/**
 * Ends an order for good, as writes: nothing is billed any more, and what it owes is given up. A payment that is under
 * way is not called back; what it comes to is still written down (`applyPaymentToPeriod`). An order that is not paid yet fails.
 */
export function endOrder(
  now: Instant,
  order: Order,
  {
    billingPeriod,
    endReason,
    cancel,
  }: { billingPeriod: BillingPeriod | undefined; endReason: string; cancel?: Cancellation | undefined },
): Write[] {
  const changes = { endReason, dueAt: undefined, ...(cancel && { cancel }) }
  if (order.status === 'start') return transitionOrder(now, order, 'fail', changes)
  if (!isBillable(order)) throw refuse('unexpected_order_status', { status: order.status })
  // Without a due time its payment is under way, and settles the charge.
  const waits = billingPeriod && order.dueAt !== undefined
  return [
    ...(waits ? [updateBillingPeriod(billingPeriod, { status: 'uncollectible', resolvedAt: now })] : []),
    ...transitionOrder(now, order, 'end', changes),
  ]
}
