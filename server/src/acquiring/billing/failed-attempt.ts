import type { Order } from '#acquiring/orders'
import { siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, type Write } from '#kernel/db/commit/commit.ts'
import type { BillingPeriod } from './billing-period.ts'
import type { Reason } from './reason.ts'
import { afterMicro, type RetryDecision, type RetrySchedule, retriesLeft } from './retry-plan.ts'

/** A period of an order was declined and will be retried. */
export type OrderPaymentFailed = {
  order: Order
  /** With this decline counted. */
  billingPeriod: BillingPeriod
  reason: Reason
  /** The next retry of what is owed; a micro-payment before it is not counted. */
  retryAt: Instant
  /** How many retries there are, the next one included. */
  retriesLeft: number
}

/** Announces a decline, unless it ends the order, which is an event of its own (`orderStatusChanged`). */
export function announceFailedAttempt(
  now: Instant,
  order: Order,
  {
    billingPeriod,
    reason,
    decision,
    schedule,
  }: { billingPeriod: BillingPeriod; reason: Reason; decision: RetryDecision; schedule: RetrySchedule },
): Write[] {
  if (decision.is === 'exhausted') return []
  const next = decision.micro ? afterMicro(now, billingPeriod, schedule) : decision
  const retryAt = next.is === 'retry' ? next.at : decision.at
  const left = retriesLeft(billingPeriod, decision.at, schedule).length
  const failed: OrderPaymentFailed = { order, billingPeriod, reason, retryAt, retriesLeft: left }
  return [
    announce('orderPaymentFailed', {
      owner: siteOwner(order.siteId),
      subjectId: order.id,
      body: { period: billingPeriod.period, reason, retryAt: retryAt.toString(), retriesLeft: left },
      subject: failed,
    }),
  ]
}
