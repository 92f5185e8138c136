import type { OrderExtended, OrderStatusChanged } from '#acquiring/orders'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { updateBillingPeriod } from './plan-billing-period.ts'
import { findOpenPeriod } from './store.ts'

/** An order was ended while a period was owed: the debt is given up, as writes for the commit that ends the order. */
export async function giveUpDebt(
  { db }: { db: Db },
  now: Instant,
  { order, leavesDebt }: OrderStatusChanged,
): Promise<Write[]> {
  const period = leavesDebt ? await findOpenPeriod(db, order) : undefined
  return period ? [updateBillingPeriod(period, { status: 'uncollectible', resolvedAt: now })] : []
}

/**
 * An order was given a new due date: the period that is owed begins anew and is not due before that date, as writes for
 * the commit that extends the order. What a micro-payment brought stays, and there is no second one.
 */
export async function restartPeriod({ db }: { db: Db }, { order, nextDueAt }: OrderExtended): Promise<Write[]> {
  const period = await findOpenPeriod(db, order)
  return period ? [updateBillingPeriod(period, { failures: 0, firstFailedAt: undefined, plannedAt: nextDueAt })] : []
}
