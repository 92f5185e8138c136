import type { PaymentId } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import type { BreakStatus } from './break-states.ts'
import type { BreakId, ReportId } from './ids.ts'

/**
 * What a row is about. `reversal`: a capture that was cancelled before it was settled. `payout`: money to a card.
 * `reserve`: held back by the acquirer (below zero), or released. `transfer`: the transfer to our bank, which every batch
 * has.
 */
export const rowTypes = [
  'capture',
  'reversal',
  'refund',
  'chargeback',
  'representment',
  'payout',
  'fee',
  'reserve',
  'adjustment',
  'transfer',
] as const
export type RowType = (typeof rowTypes)[number]

/** A row of a report, as the acquirer has it. Amounts are above zero when they are credited to us. */
export type ReportRow = {
  /** Of the file. */
  line: number
  connector: string
  /** The acquirer's name of the row; reported again, it is the same. */
  entry: string
  /** The acquirer's name of the transfer to our bank that it is part of. */
  batch: string
  type: RowType
  /** The key of our authorization, refund or payout. */
  key: string | undefined
  /** The acquirer's name of the transaction or dispute. */
  reference: string | undefined
  currency: Currency
  grossMinor: bigint
  /** What the acquirer keeps of it; below zero when it returns a fee. */
  feesMinor: bigint
  netMinor: bigint
  bookedOn: Temporal.PlainDate
  valueOn: Temporal.PlainDate
}

/** A row that was recorded. */
export type RecordedRow = ReportRow & { reportId: ReportId }

/** A file of an acquirer about what it has settled with us. */
export type Report = {
  id: ReportId
  connector: string
  name: string
  /** How many the file has; those that were in another report before are not recorded again. */
  rows: number
  recordedBy: string
  recordedAt: Instant
  /** Of its rows those that are recorded; those of an earlier report are not recorded again. */
  recordedRows: number
  /** Every row was recorded, or was in an earlier report. Else its import broke off: the same file goes on there. */
  isWhole: boolean
}

/**
 * How a row and the books may differ. `unknown`: we have no such transaction. `unbooked`: we have it, and by our books its
 * money has not moved. `twice`: it was settled by another row. `adjustment`: what the acquirer has not explained by a
 * transaction. `reserve`: more was released than is held. `notReported`: no row at all, when there should be one.
 */
export const breakKinds = [
  'unknown',
  'unbooked',
  'amount',
  'fee',
  'twice',
  'currency',
  'reserve',
  'adjustment',
  'notReported',
] as const
export type BreakKind = (typeof breakKinds)[number]

export type Break = {
  id: BreakId
  version: number
  kind: BreakKind
  connector: string
  /** The row that differs; undefined: there is none. */
  row: { reportId: ReportId; line: number } | undefined
  transactionId: PaymentId | undefined
  /** Of a break of fees: the fees. Else the gross amounts, above zero when they are credited to us. */
  reported: Money | undefined
  expected: Money | undefined
  status: BreakStatus
  openedAt: Instant
}

export type BreakTransition = {
  action: string
  toStatus: BreakStatus
  actor: string
  note: string | undefined
  occurredAt: Instant
}
