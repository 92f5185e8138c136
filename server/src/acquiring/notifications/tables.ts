import type { Generated } from 'kysely'
import type { OrderId, PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { NotificationId } from './ids.ts'
import type { AttemptOutcome, NotificationStatus } from './notification.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'notifications.notifications': {
      id: Generated<NotificationId>
      site_id: SiteId
      payment_id: PaymentId
      order_id: OrderId
      url: string
      body: string
      status: NotificationStatus
      attempts: Generated<number>
      tries_left: number
      created_at: Instant
      delivered_at: Instant | null
      due_at: Instant | null
      leased_until: Instant | null
      version: Generated<number>
    }
    'notifications.attempts': {
      notification_id: NotificationId
      attempt: number
      outcome: AttemptOutcome
      http_status: number | null
      reply: string | null
      took_ms: number
      attempted_at: Instant
    }
  }
}
