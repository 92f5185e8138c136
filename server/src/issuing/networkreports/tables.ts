import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { StoredBreak } from './store.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'networkreports.reports': {
      id: Generated<bigint>
      name: string
      digest: Uint8Array
      recorded_by: string
      recorded_at: Instant
    }
    'networkreports.rows': {
      id: Generated<bigint>
      report_id: bigint
      line: number
      day: Temporal.PlainDate
      currency: Currency
      clearing_count: number
      clearing_minor: bigint
      refund_count: number
      refund_minor: bigint
      chargeback_count: number
      chargeback_minor: bigint
      representment_count: number
      representment_minor: bigint
      fee_count: number
      fee_minor: bigint
    }
    'networkreports.settlements': {
      id: Generated<bigint>
      row_id: bigint
      day: Temporal.PlainDate
      currency: Currency
      net_minor: bigint
      fees_minor: bigint
      bank_reference: string | null
      settled_by: string
      settled_at: Instant
    }
    'networkreports.matches': {
      id: Generated<bigint>
      row_id: bigint
      breaks: ColumnType<readonly StoredBreak[], JsonText, JsonText>
      reason: string
      matched_by: string
      matched_at: Instant
    }
  }
}
