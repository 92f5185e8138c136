import type { OrderId, PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { NotificationId } from './ids.ts'

/**
 * A notification to a store: `waiting` for its next delivery, `delivered` when the store has answered OK, `parked` when
 * every delivery of the schedule failed. A parked one can be sent again.
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
  /** Deliveries that the schedule still has. */
  triesLeft: number
  createdAt: Instant
  deliveredAt: Instant | null
  /** When the next delivery is made; null if there is none. */
  dueAt: Instant | null
}
export const notificationStatuses = ['waiting', 'delivered', 'parked'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

/** One delivery and its outcome. */
export type Attempt = {
  attempt: number
  outcome: AttemptOutcome
  httpStatus: number | null
  /** The first bytes of the store's response, or why there was none. */
  reply: string | null
  tookMs: number
  attemptedAt: Instant
}
/**
 * `refused`: the store did not answer 200 and OK. `forbidden`: the address may not be called.
 * `keyless`: the site has no private key to encrypt with.
 */
export type AttemptOutcome = 'delivered' | 'refused' | 'unreachable' | 'timeout' | 'forbidden' | 'keyless'
