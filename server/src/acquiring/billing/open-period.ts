import type { OrderExtended, OrderStatusChanged } from '#acquiring/orders'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { updateBillingPeriod } from './plan-billing-period.ts'
import { findOpenPeriod } from './store.ts'

/**
 * When an order ends with an unpaid period, that period becomes uncollectible: writes for the commit that ends the
 * order.
 */
export async function markOpenPeriodUncollectible(
  { db }: { db: Db },
  now: Instant,
  { order, leavesDebt }: OrderStatusChanged,
): Promise<Write[]> {
  const period = leavesDebt ? await findOpenPeriod(db, order) : undefined
  return period ? [updateBillingPeriod(period, { status: 'uncollectible', resolvedAt: now })] : []
}

/**
 * When an order gets a new due date, its open period starts again and is not due before that date. Returns writes for
 * the commit that extends the order. What a micro-payment paid is kept, and there is no second micro-payment; one that
 * still waits belongs to the attempts of before and is not made.
 */
export async function restartPeriod({ db }: { db: Db }, { order, nextDueAt }: OrderExtended): Promise<Write[]> {
  const period = await findOpenPeriod(db, order)
  if (!period) return []
  const micro = period.micro === 'due' ? 'none' : period.micro
  return [updateBillingPeriod(period, { failures: 0, firstFailedAt: undefined, plannedAt: nextDueAt, micro })]
}
