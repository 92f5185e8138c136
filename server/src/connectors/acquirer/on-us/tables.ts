import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { DisputeEvent, DisputeReason, InquiryResult } from '../port.ts'
import type { UpdateStatus } from './store.ts'
import type { Facts, MessageKind, RequestKind } from './story.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'onus.requests': {
      key: string
      authorization_key: string
      step: number
      kind: RequestKind
      stan: Generated<bigint>
      minor: bigint
      currency: Currency
      card_id: string | null
      facts: ColumnType<Facts | null, JsonText | null, JsonText | null>
      result: ColumnType<InquiryResult | null, JsonText | null, JsonText | null>
      version: Generated<number>
      requested_at: Instant
    }
    'onus.authentications': {
      ds_trans_id: string
      authorization_key: string
      server_trans_id: string
      acs_trans_id: string | null
      trans_status: string | null
      eci: string | null
      authentication_value: string | null
      requested_at: Instant
    }
    'onus.messages': {
      id: string
      authorization_key: string
      kind: MessageKind
      status: 'waiting' | 'sending' | 'sent' | 'cancelled'
      due_at: Instant | null
      leased_until: Instant | null
    }
    'onus.dispute_events': {
      id: Generated<bigint>
      number: bigint
      dispute_id: string
      authorization_key: string
      kind: DisputeEvent['kind']
      minor: bigint
      currency: Currency
      reason: DisputeReason
      happened_at: Instant
    }
    'onus.card_updates': {
      id: string
      status: UpdateStatus
      tries: number
      trouble: string | null
      successor: string | null
      renewed: number | null
      asked_at: Instant
      due_at: Instant | null
      leased_until: Instant | null
    }
  }
}
