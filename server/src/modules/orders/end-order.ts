import type { Instant } from '#kernel/clock.ts'
import type { Write } from '#kernel/commit.ts'
import type { Charge } from './charge.ts'
import { moveOrder } from './move-order.ts'
import { type Cancellation, isBillable, type Order } from './order.ts'
import { changeCharge } from './plan-charge.ts'
import { refuse } from './refusals.ts'

/**
 * Ends an order for good, as writes: nothing is billed any more, and what it owes is given up. A payment that is under
 * way is not called back; what it comes to is still written down (`hearCharge`). An order that is not paid yet fails.
 */
export function endOrder(
  now: Instant,
  order: Order,
  { charge, endReason, cancel }: { charge: Charge | undefined; endReason: string; cancel?: Cancellation | undefined },
): Write[] {
  const changes = { endReason, dueAt: undefined, ...(cancel && { cancel }) }
  if (order.status === 'start') return moveOrder(now, order, 'fail', changes)
  if (!isBillable(order)) throw refuse('order_status_forbids', { status: order.status })
  // Without a due time its payment is under way, and settles the charge.
  const waits = charge && order.dueAt !== undefined
  return [
    ...(waits ? [changeCharge(charge, { status: 'given-up', settledAt: now })] : []),
    ...moveOrder(now, order, 'end', changes),
  ]
}
