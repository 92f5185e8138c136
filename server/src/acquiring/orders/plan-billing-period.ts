import type { Instant } from '#kernel/base/clock.ts'
import { insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { BillingPeriod } from './billing-period.ts'

export type BillingPeriodChanges = Partial<
  Pick<BillingPeriod, 'status' | 'paid' | 'failures' | 'firstFailedAt' | 'micro' | 'lost' | 'lastReason' | 'plannedAt'>
> & { resolvedAt?: Instant }

/** Puts a new charge into the caller's commit. A second one for the period makes it fail with `oneBillingPerPeriod`. */
export const insertBillingPeriod = (billingPeriod: BillingPeriod, changes: BillingPeriodChanges = {}): Write =>
  insert('orders.billing_periods', {
    order_id: billingPeriod.orderId,
    period: billingPeriod.period,
    status: billingPeriod.status,
    currency: billingPeriod.amount.currency,
    minor: billingPeriod.amount.minor,
    planned_at: billingPeriod.plannedAt,
    opened_at: billingPeriod.openedAt,
    ...columns(changes),
  })

/** Changes an open charge, if it is as the caller read it. */
export const updateBillingPeriod = (billingPeriod: BillingPeriod, changes: BillingPeriodChanges): Write =>
  update('orders.billing_periods', {
    set: columns(changes),
    where: {
      order_id: billingPeriod.orderId,
      period: billingPeriod.period,
      status: 'open',
      failures: billingPeriod.failures,
      lost: billingPeriod.lost,
      micro: billingPeriod.micro,
      paid_minor: billingPeriod.paid.minor,
    },
  })

/** The name of the rule that a second charge for one period breaks, as `AlreadyThere.constraint` gives it. */
export const oneBillingPerPeriod = 'billing_periods_pkey'

const columns = (changes: BillingPeriodChanges) => ({
  ...(changes.status && { status: changes.status }),
  ...(changes.paid && { paid_minor: changes.paid.minor }),
  ...(changes.failures !== undefined && { failures: changes.failures }),
  ...('firstFailedAt' in changes && { first_failed_at: changes.firstFailedAt ?? null }),
  ...(changes.micro && { micro: changes.micro }),
  ...(changes.lost !== undefined && { lost: changes.lost }),
  ...('lastReason' in changes && { last_reason: changes.lastReason ?? null }),
  ...(changes.plannedAt && { planned_at: changes.plannedAt }),
  ...(changes.resolvedAt && { resolved_at: changes.resolvedAt }),
})
