import type { EmailedDispute } from './staff-emails.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    /** A bank has taken the money of a payment. */
    disputeOpened: { body: Record<string, unknown>; subject: EmailedDispute }
    /** The time to respond is nearly over, and there is no response. */
    disputeDeadlineNears: { body: Record<string, unknown>; subject: EmailedDispute }
  }
}
