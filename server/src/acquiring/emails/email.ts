import type { OrderId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { EmailId } from './ids.ts'

/**
 * A letter on its way to a shopper: `waiting` for its next sending, `sent` when the mail server has taken it, `parked`
 * when it was refused for good or every sending of the schedule failed. A parked one can be sent again.
 */
export type QueuedEmail = {
  id: EmailId
  siteId: SiteId
  orderId: OrderId
  kind: EmailKind
  recipient: Recipient
  /** Null when it has been forgotten. */
  address: string | null
  status: EmailStatus
  attempts: number
  /** Sendings the schedule still has. */
  triesLeft: number
  /** What the mail server said last. */
  lastResponse: string | null
  createdAt: Instant
  sentAt: Instant | null
  dueAt: Instant | null
}
export const emailStatuses = ['waiting', 'sent', 'parked'] as const
export type EmailStatus = (typeof emailStatuses)[number]
export type EmailKind =
  | 'receipt'
  | 'reservation'
  | 'money-back'
  | 'unpaid'
  | 'last-notice'
  | 'card-expiring'
  | 'ended'
  | 'link'
export type Recipient = 'shopper' | 'invoice'

const minute = 60_000
const hour = 60 * minute

/**
 * How long after each failed sending the next one is made. A mail server that is down for an evening loses nothing, and
 * one that greylists takes the second or third sending.
 */
const delaysMs = [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour, 8 * hour, 24 * hour] as const

/** The first sending and one after each delay. */
export const triesMax = delaysMs.length + 1

/** When the next sending is made after one that failed; undefined when the schedule is used up. */
export function nextTryAt(failedAt: Instant, triesLeft: number): Instant | undefined {
  const delayMs = triesLeft > 0 ? delaysMs[triesMax - 1 - triesLeft] : undefined
  return delayMs === undefined ? undefined : failedAt.add({ milliseconds: delayMs })
}
