import type { EmailContent } from '#core/pages'
import type { Brand } from '#kernel/base/brand.ts'

export type StaffEmailId = Brand<bigint, 'StaffEmailId'>
export type StaffEmailStatus = 'waiting' | 'sent' | 'parked'
/** What an email is about, in a word for lists. */
export type StaffEmailKind =
  | 'dispute-opened'
  | 'dispute-deadline'
  | 'payout-returned'
  | 'refund-returned'
  | 'capture-failed'

/** What an email says, in English as all of the interface for staff. Nothing in it is about a shopper. */
export type StaffEmailContent = Pick<EmailContent, 'subject' | 'title' | 'paragraphs' | 'facts'>
