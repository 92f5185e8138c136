import type { Generated } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { DisputeEvent, DisputeReason } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'disputes.events': {
      id: Generated<bigint>
      connector: ConnectorId
      event_id: string
      dispute: string
      authorization_key: string
      kind: DisputeEvent['kind']
      currency: Currency
      minor: bigint
      reason: DisputeReason
      happened_at: Instant
      received_at: Instant
      payment_id: Generated<PaymentId | null>
      done_at: Generated<Instant | null>
      trouble: Generated<string | null>
      seen_at: Generated<Instant | null>
      due_at: Instant | null
      leased_until: Generated<Instant | null>
    }
    'disputes.cursors': {
      id: Generated<bigint>
      connector: ConnectorId
      read_up_to: Generated<string | null>
      version: Generated<number>
      due_at: Instant | null
      leased_until: Generated<Instant | null>
    }
  }
}
