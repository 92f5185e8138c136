import type { Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { PartnerId } from './ids.ts'
import type { DecisionFallback, WebhookRetries } from './partner.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'partners.partners': {
      id: Generated<PartnerId>
      version: Generated<number>
      name: string
      live: boolean
      active: Generated<boolean>
      webhook_url: string | null
      webhook_retries: Generated<WebhookRetries>
      decision_url: string | null
      decision_deadline_ms: Generated<number>
      decision_fallback: Generated<DecisionFallback>
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'partners.api_keys': {
      id: Generated<bigint>
      partner_id: PartnerId
      fingerprint: Uint8Array
      created_at: Instant
      expires_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'partners.signing_keys': {
      id: Generated<bigint>
      partner_id: PartnerId
      sealed: Uint8Array
      created_at: Instant
      activated_at: Instant | null
      expires_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
  }
}
