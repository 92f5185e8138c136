import type { Instant } from '#kernel/base/clock.ts'
import { insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { BillingPeriod } from './billing-period.ts'

export type BillingPeriodChanges = Partial<
  Pick<BillingPeriod, 'status' | 'paid' | 'failures' | 'firstFailedAt' | 'micro' | 'lost' | 'lastReason' | 'plannedAt'>
> & { resolvedAt?: Instant | undefined }

/** A new period, for the caller's commit. If another request has opened the period, the commit is stale. */
export const insertBillingPeriod = (billingPeriod: BillingPeriod, changes: BillingPeriodChanges = {}): Write =>
  insert(
    'billing.periods',
    {
      order_id: billingPeriod.orderId,
      period: billingPeriod.period,
      status: billingPeriod.status,
      currency: billingPeriod.amount.currency,
      minor: billingPeriod.amount.minor,
      planned_at: billingPeriod.plannedAt,
      opened_at: billingPeriod.openedAt,
      ...columns(changes),
    },
    { onDuplicate: { periods_pkey: 'stale' } },
  )

/** Changes a period, if it is as the caller read it. */
export const updateBillingPeriod = (billingPeriod: BillingPeriod, changes: BillingPeriodChanges): Write =>
  update('billing.periods', {
    set: columns(changes),
    where: {
      order_id: billingPeriod.orderId,
      period: billingPeriod.period,
      status: billingPeriod.status,
      failures: billingPeriod.failures,
      lost: billingPeriod.lost,
      micro: billingPeriod.micro,
      paid_minor: billingPeriod.paid.minor,
    },
  })

const columns = (changes: BillingPeriodChanges) => ({
  ...(changes.status && { status: changes.status }),
  ...(changes.paid && { paid_minor: changes.paid.minor }),
  ...(changes.failures !== undefined && { failures: changes.failures }),
  ...('firstFailedAt' in changes && { first_failed_at: changes.firstFailedAt ?? null }),
  ...(changes.micro && { micro: changes.micro }),
  ...(changes.lost !== undefined && { lost: changes.lost }),
  ...('lastReason' in changes && { last_reason: changes.lastReason ?? null }),
  ...(changes.plannedAt && { planned_at: changes.plannedAt }),
  ...('resolvedAt' in changes && { resolved_at: changes.resolvedAt ?? null }),
})
