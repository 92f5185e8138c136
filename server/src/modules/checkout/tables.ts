import type { Generated } from 'kysely'
import type { Instant } from '#kernel/clock.ts'
import type { OrderId, SessionId, SiteId } from '#kernel/ids.ts'
import type { Json } from '#kernel/schema.ts'
import type { Session, SessionOptions } from './session.ts'

declare module '#kernel/schema.ts' {
  interface Schema {
    'checkout.sessions': {
      id: Generated<SessionId>
      site_id: SiteId
      order_id: OrderId
      status: Session['status']
      end_reason: Generated<NonNullable<Session['endReason']> | null>
      version: Generated<number>
      options: Json<SessionOptions>
      created_at: Instant
      due_at: Instant | null
      leased_until: Generated<Instant | null>
    }
  }
}
