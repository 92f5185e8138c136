import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { InquiryResult } from '../port.ts'
import type { RefusableRequest, RefusedRequestStatus, TotalsStatus } from '../processor.ts'
import type { Facts, MessageKind, MessageStatus, RequestKind } from './story.ts'
import type { FigureName } from './totals.ts'
import type { Tries } from './tries.ts'

/** Counts and minor units, as texts. */
export type FigureTexts = Partial<Readonly<Record<FigureName, string>>>

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'isohost.requests': {
      key: string
      connector: string
      authorization_key: string
      step: number
      kind: RequestKind
      minor: bigint
      currency: Currency
      facts: ColumnType<Facts | null, JsonText | null, JsonText | null>
      result: ColumnType<InquiryResult | null, JsonText | null, JsonText | null>
      version: Generated<number>
      requested_at: Instant
    }
    'isohost.messages': {
      id: string
      connector: string
      authorization_key: string
      request_key: string | null
      position: number
      kind: MessageKind
      terminal: string
      sent_on: Temporal.PlainDate
      stan: Generated<number>
      sent_at: Instant
      minor: bigint
      currency: Currency
      attempts: number
      status: MessageStatus
      code: string | null
      tries: ColumnType<Tries, JsonText | undefined, JsonText>
      authorization_code: string | null
      due_at: Instant | null
      leased_until: Instant | null
    }
    'isohost.refused_captures': {
      id: Generated<bigint>
      connector: string
      message_id: string
      authorization_key: string
      stan: number
      attempts: number
      request: RefusableRequest
      code: string
      /** The answers to all its tries say that the host has not carried it out. */
      is_known: Generated<boolean>
      minor: bigint
      currency: Currency
      status: RefusedRequestStatus
      refused_at: Instant
      refused_last_at: Instant
      decided_at: Instant | null
      due_at: Instant | null
      leased_until: Instant | null
    }
    'isohost.business_days': {
      id: Generated<bigint>
      connector: string
      day: Temporal.PlainDate
      due_at: Instant | null
      leased_until: Instant | null
      begins_at: Instant | null
    }
    'isohost.totals': {
      id: Generated<bigint>
      connector: string
      day: Temporal.PlainDate
      currency: Currency
      terminal: string
      stan: Generated<number>
      sent_at: Instant
      attempts: number
      ours: ColumnType<FigureTexts, JsonText, JsonText>
      theirs: ColumnType<FigureTexts | null, JsonText | null, JsonText | null>
      status: TotalsStatus
      code: string | null
      tries: ColumnType<Tries, JsonText | undefined, JsonText>
      answered_at: Instant | null
      closed_at: Instant | null
      due_at: Instant | null
      leased_until: Instant | null
    }
  }
}
