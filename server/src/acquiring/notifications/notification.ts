import type { OrderId, PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { NotificationId } from './ids.ts'

/**
 * A message to a store on its way: `waiting` for its next delivery, `delivered` when the store has said OK, `parked` when
 * every delivery of the schedule failed. A parked one is kept, and can be sent again.
 */
export type Notification = {
  id: NotificationId
  siteId: SiteId
  paymentId: PaymentId
  orderId: OrderId
  url: string
  status: NotificationStatus
  /** Deliveries made so far, all schedules together. */
  attempts: number
  /** Deliveries the schedule still has. */
  triesLeft: number
  createdAt: Instant
  deliveredAt: Instant | null
  /** When the next delivery is made; null when none is. */
  dueAt: Instant | null
}
export const notificationStatuses = ['waiting', 'delivered', 'parked'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

/** One delivery, as it went. */
export type Attempt = {
  attempt: number
  outcome: AttemptOutcome
  httpStatus: number | null
  /** The first bytes of what the store said, or why nothing was heard. */
  reply: string | null
  tookMs: number
  attemptedAt: Instant
}
/**
 * `refused`: the store answered something else than 200 and OK. `forbidden`: the address may not be called.
 * `keyless`: the site has no private key to encrypt with.
 */
export type AttemptOutcome = 'delivered' | 'refused' | 'unreachable' | 'timeout' | 'forbidden' | 'keyless'
