import type { Instant } from '#kernel/clock.ts'
import { announce, type Write } from '#kernel/commit.ts'
import type { Charge } from './charge.ts'
import type { Order } from './order.ts'
import type { Reason } from './reason.ts'
import { afterMicro, retriesLeft, type Schedule, type Verdict } from './retry-plan.ts'

/** A period of an order was declined and is tried again. */
export type OrderMissed = {
  order: Order
  /** With this decline counted. */
  charge: Charge
  reason: Reason
  /** The next try of what is owed; a micro-payment before it is not counted. */
  retryAt: Instant
  /** How many retries there are, the next one included. */
  retriesLeft: number
}

/** The news of a decline, unless it ends the order, which is news of its own (`orderMoved`). */
export function announceMiss(
  now: Instant,
  order: Order,
  { charge, reason, verdict, plan }: { charge: Charge; reason: Reason; verdict: Verdict; plan: Schedule },
): Write[] {
  if (verdict.is === 'over') return []
  const next = verdict.micro ? afterMicro(now, charge, plan) : verdict
  const retryAt = next.is === 'again' ? next.at : verdict.at
  const left = retriesLeft(charge, verdict.at, plan).length
  const missed: OrderMissed = { order, charge, reason, retryAt, retriesLeft: left }
  return [
    announce('orderMissed', {
      siteId: order.siteId,
      subjectId: order.id,
      body: { period: charge.period, reason, retryAt: retryAt.toString(), retriesLeft: left },
      subject: missed,
    }),
  ]
}
