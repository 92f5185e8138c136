import type { Generated } from 'kysely'
import type { StaffId } from '#core/access'
import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { StaffEmailContent, StaffEmailId, StaffEmailKind, StaffEmailStatus } from './staff-email.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'staff_emails.emails': {
      id: Generated<StaffEmailId>
      merchant_id: MerchantId
      staff_id: StaffId | null
      kind: StaffEmailKind
      fact: string
      key: string
      content: Json<StaffEmailContent>
      status: StaffEmailStatus
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
