import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import { type Cancellation, isBillable, type Order } from './order.ts'
import { refuse } from './refusals.ts'
import { transitionOrder } from './transition-order.ts'

/**
 * Ends an order for good, as writes: it is not billed again, and what it owes is given up (`leavesDebt`). A payment under
 * way is not called back; its result is still written down. An order that is not paid yet fails.
 */
export function endOrder(
  now: Instant,
  order: Order,
  { endReason, cancel }: { endReason: string; cancel?: Cancellation | undefined },
): Write[] {
  const changes = { endReason, dueAt: undefined, ...(cancel && { cancel }) }
  if (order.status === 'start') return transitionOrder(now, order, 'fail', changes)
  if (!isBillable(order)) throw refuse('unexpected_order_status', { status: order.status })
  // Without a due time a payment is under way, and its result decides what becomes of the period.
  return transitionOrder(now, order, 'end', changes, { leavesDebt: order.dueAt !== undefined })
}
