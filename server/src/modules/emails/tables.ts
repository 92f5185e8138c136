import type { Generated } from 'kysely'
import type { Instant } from '#kernel/clock.ts'
import type { EmailId, OrderId, SiteId } from '#kernel/ids.ts'
import type { Json } from '#kernel/schema.ts'
import type { EmailKind, EmailStatus, Recipient } from './email.ts'
import type { EmailContent } from './templates/email-content.ts'

declare module '#kernel/schema.ts' {
  interface Schema {
    'emails.emails': {
      id: Generated<EmailId>
      site_id: SiteId
      order_id: OrderId
      kind: EmailKind
      fact: string
      recipient: Recipient
      key: string
      address: string | null
      content: Json<EmailContent> | null
      status: EmailStatus
      attempts: Generated<number>
      tries_left: number
      last_response: string | null
      created_at: Instant
      sent_at: Instant | null
      due_at: Instant | null
      leased_until: Instant | null
      version: Generated<number>
    }
  }
}
