import type { Generated } from 'kysely'
import type { OrderId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { EmailKind, EmailStatus, Recipient } from './email.ts'
import type { StoredContent } from './email-facts.ts'
import type { EmailId } from './ids.ts'

declare module '#kernel/db/schema.ts' {
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
      content: Json<StoredContent> | null
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
