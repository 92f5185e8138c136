import type { OrderId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { EmailId } from './ids.ts'

/**
 * An email to a shopper: `waiting` for its next attempt, `sent` when the mail server has accepted it, `parked` when it
 * was rejected or every attempt of the schedule failed. A parked one can be sent again.
 */
export type QueuedEmail = {
  id: EmailId
  siteId: SiteId
  orderId: OrderId
  kind: EmailKind
  recipient: Recipient
  /** Null after it has been deleted. */
  address: string | null
  status: EmailStatus
  attempts: number
  /** Attempts that the schedule still has. */
  triesLeft: number
  /** The last response of the mail server. */
  lastResponse: string | null
  createdAt: Instant
  sentAt: Instant | null
  dueAt: Instant | null
}
export const emailStatuses = ['waiting', 'sent', 'parked'] as const
export type EmailStatus = (typeof emailStatuses)[number]
export const emailKinds = [
  'receipt',
  'reservation',
  'money-back',
  'unpaid',
  'last-notice',
  'card-expiring',
  'ending',
  'kept',
  'ended',
  'link',
  'recovery',
  'invoice',
  'credit-note',
] as const
export type EmailKind = (typeof emailKinds)[number]
export type Recipient = 'shopper' | 'invoice'
