import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { DisputeEvent, DisputeReason, InquiryResult, SubmitEvidenceResult } from '../port.ts'
import type { LineType } from './settlement-line.ts'
import type { RequestKind } from './story.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'adyen.requests': {
      id: Generated<bigint>
      connector: string
      key: string
      authorization_key: string
      step: number
      kind: RequestKind
      minor: bigint
      currency: Currency
      psp_reference: string | null
      route: 'reference' | 'psp' | null
      is_ours: Generated<boolean>
      must_authenticate: Generated<boolean>
      redirect_result: string | null
      result: ColumnType<InquiryResult | null, JsonText | null, JsonText | null>
      version: Generated<number>
      requested_at: Instant
      sent_at: Instant | null
      refused_at: Instant | null
      due_at: Instant | null
      leased_until: Instant | null
    }
    'adyen.notices': {
      id: Generated<bigint>
      connector: string
      event_code: string
      psp_reference: string
      is_success: boolean
      original_reference: string | null
      merchant_reference: string | null
      minor: bigint
      currency: string
      happened_at: Instant
    }
    'adyen.dispute_events': {
      id: Generated<bigint>
      connector: string
      number: bigint
      psp_reference: string
      round: number
      authorization_key: string
      kind: DisputeEvent['kind']
      minor: bigint
      currency: Currency
      reason: DisputeReason
      respond_by: Instant | null
      happened_at: Instant
    }
    'adyen.dispute_responses': {
      id: Generated<bigint>
      connector: string
      key: string
      dispute: string
      kind: 'evidence' | 'acceptance'
      result: ColumnType<SubmitEvidenceResult, JsonText, never>
      sent_at: Instant
    }
    'adyen.reports': {
      id: Generated<bigint>
      connector: string
      name: string
      path: string
      announced_at: Instant
      lines: number
      number: bigint | null
      settled_on: Temporal.PlainDate | null
      tries: number
      trouble: string | null
      due_at: Instant | null
      leased_until: Instant | null
      replaced_at: Instant | null
    }
    'adyen.settlement_lines': {
      id: Generated<bigint>
      report_id: bigint
      line: number
      batch: string
      type: LineType
      journal_type: string
      authorization_key: string | null
      request_key: string | null
      reference: string | null
      currency: Currency
      gross_minor: bigint
      fees_minor: bigint
      net_minor: bigint
      fees: ColumnType<Readonly<Record<string, string>>, JsonText, never>
      booked_on: Temporal.PlainDate
    }
  }
}
