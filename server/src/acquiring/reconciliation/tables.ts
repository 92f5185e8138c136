import type { Generated } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { BreakAction, BreakStatus } from './break-states.ts'
import type { BreakId, ReportId } from './ids.ts'
import type { BreakKind, RowType } from './report.ts'

type Lease = { due_at: Instant | null; leased_until: Generated<Instant | null> }

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'reconciliation.reports': {
      id: Generated<ReportId>
      connector: string
      name: string
      digest: Uint8Array
      rows: number
      recorded_by: string
      recorded_at: Instant
    }
    'reconciliation.wholes': {
      report_id: ReportId
      ended_at: Instant
    }
    'reconciliation.places': {
      connector: string
      place: string
      read_at: Instant
    }
    'reconciliation.connectors': {
      id: string
      since: Instant
    }
    'reconciliation.rows': {
      id: Generated<bigint>
      report_id: ReportId
      line: number
      connector: string
      entry: string
      batch: string
      type: RowType
      key: string | null
      reference: string | null
      currency: Currency
      gross_minor: bigint
      fees_minor: bigint
      net_minor: bigint
      booked_on: Temporal.PlainDate
      value_on: Temporal.PlainDate
    }
    'reconciliation.bookings': {
      id: Generated<bigint>
      report_id: ReportId | null
      line: number | null
      type: RowType
      transaction_id: PaymentId | null
      reference: string
      booked_at: Instant
    }
    'reconciliation.breaks': Lease & {
      id: Generated<BreakId>
      version: Generated<number>
      kind: BreakKind
      connector: string
      report_id: ReportId | null
      line: number | null
      transaction_id: PaymentId | null
      reported_currency: Currency | null
      reported_minor: bigint | null
      expected_currency: Currency | null
      expected_minor: bigint | null
      status: BreakStatus
      opened_at: Instant
    }
    'reconciliation.break_transitions': {
      id: Generated<bigint>
      break_id: BreakId
      from_status: BreakStatus | null
      to_status: BreakStatus
      action: BreakAction | 'open'
      actor: string
      note: string | null
      occurred_at: Instant
    }
    'reconciliation.awaited': Lease & {
      /** The batch. */
      id: bigint
      closed_at: Instant
      unreported_since: Instant | null
    }
    'reconciliation.awaited_reversals': Lease & {
      /** A payment that was cancelled. */
      id: PaymentId
    }
  }
}
