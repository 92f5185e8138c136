import type { Generated } from 'kysely'
import type { PartnerId, WebhookRetries } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { AttemptOutcome, EventStatus } from './event.ts'
import type { EventType } from './event-body.ts'
import type { EventId, EventNumber } from './ids.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'webhooks.events': {
      id: Generated<EventNumber>
      partner_id: PartnerId
      holder_id: HolderId
      event_id: EventId
      event_type: EventType
      body: string
      retries: WebhookRetries
      status: EventStatus
      attempts: Generated<number>
      tries_left: number
      created_at: Instant
      delivered_at: Instant | null
      due_at: Instant | null
      leased_until: Instant | null
      version: Generated<number>
    }
    'webhooks.attempts': {
      event: EventNumber
      attempt: number
      delivery_id: string
      url: string | null
      outcome: AttemptOutcome
      http_status: number | null
      reply: string | null
      took_ms: number
      attempted_at: Instant
    }
  }
}
