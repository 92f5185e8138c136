import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { DisputeEvent, DisputeReason } from '../port.ts'
import type { ConnectorId } from '../registry.ts'
import type { RequestKind, StripeResult } from './record.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'stripe.requests': {
      key: string
      connector: ConnectorId
      authorization_key: string
      kind: RequestKind
      minor: bigint
      currency: Currency
      object: string | null
      needs_challenge: Generated<boolean>
      is_stopped: Generated<boolean>
      attempt: Generated<number>
      sent_at: Instant | null
      has_failed: Generated<boolean>
      result: ColumnType<StripeResult | null, JsonText | null, JsonText | null>
      version: Generated<number>
      requested_at: Instant
    }
    'stripe.dispute_events': {
      id: Generated<bigint>
      connector: ConnectorId
      number: bigint
      dispute_id: string
      authorization_key: string
      kind: DisputeEvent['kind']
      minor: bigint
      currency: Currency
      reason: DisputeReason
      respond_by: Instant | null
      happened_at: Instant
    }
    'stripe.places': {
      connector: ConnectorId
      list: 'disputes'
      place: string
      read_at: Instant
    }
    'stripe.stored_cards': {
      connector: ConnectorId
      network_transaction_id: string
      customer: string
      payment_method: string
      stored_at: Instant
    }
  }
}
