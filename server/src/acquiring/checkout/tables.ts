import type { Generated } from 'kysely'
import type { OrderId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { SessionId } from './ids.ts'
import type { Session, SessionOptions } from './session.ts'

declare module '#kernel/db/schema.ts' {
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
