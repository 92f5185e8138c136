import { carryOn, type Order, transitionOrder } from '#acquiring/orders'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { BillingPeriod } from './billing-period.ts'
import { type BillingPeriodChanges, updateBillingPeriod } from './plan-billing-period.ts'
import type { RetryDecision } from './retry-plan.ts'

/** One decline more; retries are counted from the first. */
export const countFailure = (
  billingPeriod: BillingPeriod,
  at: Instant,
  lastReason: BillingPeriod['lastReason'],
): BillingPeriodChanges => ({
  failures: billingPeriod.failures + 1,
  firstFailedAt: billingPeriod.firstFailedAt ?? at,
  lastReason,
})

/**
 * Carries out a retry decision, as writes: the order waits for its next retry, or it ends and the period is
 * uncollectible. `write` writes the period where it is not there yet, and `at` is the period that the order goes back to.
 */
export function planRetry(
  now: Instant,
  order: Order,
  {
    billingPeriod,
    changes,
    decision,
    write = (all) => updateBillingPeriod(billingPeriod, all),
    at,
  }: {
    billingPeriod: BillingPeriod
    changes: BillingPeriodChanges
    decision: RetryDecision
    write?: ((changes: BillingPeriodChanges) => Write) | undefined
    at?: number | undefined
  },
): Write[] {
  if (decision.is === 'exhausted')
    return [
      write({ ...changes, status: 'uncollectible', resolvedAt: now }),
      ...transitionOrder(now, order, 'end', { endReason: decision.endReason, dueAt: undefined }),
    ]
  const failedAttempts = order.status === 'retrying' ? [] : (['failAttempt'] as const)
  return [
    write({ ...changes, ...(decision.micro && { micro: 'due' as const }) }),
    ...carryOn(now, order, failedAttempts, { dueAt: decision.at, ...(at !== undefined && { nextPeriod: at }) }),
  ]
}
