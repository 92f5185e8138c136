import type { PartnerId, WebhookRetries } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { EventType } from './event-body.ts'
import type { EventId, EventNumber } from './ids.ts'

/**
 * What a partner is notified of: `waiting` for its next delivery, `delivered` when the receiver has accepted it, `parked` when
 * every delivery of the schedule failed, `unsent` when the partner had no address. GET /v1/events shows it at any rate.
 */
export type WebhookEvent = {
  id: EventNumber
  partnerId: PartnerId
  holderId: HolderId
  eventId: EventId
  eventType: EventType
  /** The JSON envelope, byte for byte. */
  body: string
  retries: WebhookRetries
  status: EventStatus
  /** Deliveries made so far, all schedules together. */
  attempts: number
  /** Deliveries that the schedule still has. */
  triesLeft: number
  createdAt: Instant
  deliveredAt: Instant | null
  /** When the next delivery is made; null if there is none. */
  dueAt: Instant | null
  version: number
}
export const eventStatuses = ['waiting', 'delivered', 'parked', 'unsent'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** One delivery and its outcome. */
export type Attempt = {
  attempt: number
  /** X-Money-Delivery-Id. */
  deliveryId: string
  url: string | null
  outcome: AttemptOutcome
  httpStatus: number | null
  /** The first bytes of the response, or why there was none. */
  reply: string | null
  tookMs: number
  attemptedAt: Instant
}
/**
 * `refused`: the receiver did not answer 2xx. `forbidden`: the address may not be called. `no_address`, `no_key`: the
 * partner had none at that time, or is not active.
 */
export const attemptOutcomes = [
  'delivered',
  'refused',
  'unreachable',
  'timeout',
  'forbidden',
  'no_address',
  'no_key',
] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]
