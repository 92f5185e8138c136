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
