import type { PaymentId } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import type { BreakStatus } from './break-states.ts'
import type { BreakId, ReportId } from './ids.ts'

/**
 * What a row is about. `reversal`: a capture that was cancelled before it was settled. `payout`: money to a card.
 * `reinstatement`: money of a refund or a payout that came back. `captureFailure`: money of a capture that failed after it was
 * done.
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
  'reinstatement',
  'captureFailure',
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
 * money has not moved. `voided`: the same of a payment that was voided. `cancelled`: the capture of a payment that was cancelled has failed. `twice`: it was settled by
 * another row. `adjustment`: what the acquirer has not explained by a transaction. `reserve`: more was released than is held. `notReported`: no row at all, when there should be one.
 * `notReversed`: a payment that was cancelled is settled, and no row reverses it.
 */
export const breakKinds = [
  'unknown',
  'unbooked',
  'voided',
  'cancelled',
  'amount',
  'fee',
  'twice',
  'currency',
  'reserve',
  'adjustment',
  'notReported',
  'notReversed',
] as const
export type BreakKind = (typeof breakKinds)[number]

/** The kinds of break whose rows settle their transactions once a person decides so. */
export const differences = ['amount', 'currency', 'fee'] as const satisfies readonly BreakKind[]

/** What a person does about each; the dashboard and docs/operating/reconciliation.md say it in their words. */
export const breakAdvice: Readonly<Record<BreakKind, string>> = {
  unknown: 'Wait: it is compared again every day for a month. If you know the transaction, match it.',
  unbooked: 'Wait: it is compared again every day for a month. Look at the payment.',
  voided:
    'The shopper has been charged for a payment that was voided. Ask the acquirer to reverse it: the row of the reversal, with the opposite amount, resolves this. If the shopper is refunded instead, write off this row and that of the refund.',
  cancelled:
    'The capture of a payment that was cancelled has failed, so the shopper is not charged, and by the books it comes to nothing already. If the acquirer has not reversed the capture as well, write this off together with the break that misses the reversal: they come to nothing. If it has, it has taken the money twice: ask for it back.',
  amount: 'Ask the acquirer; then write it off.',
  fee: 'Accept the fee, or ask for it back.',
  twice: 'The acquirer takes it back by an adjustment: write off both, which comes to nothing.',
  currency: 'Ask the acquirer; then write it off.',
  reserve: 'Import the report in which it was held back; else write it off.',
  adjustment: 'Write it off, with the explanation of the acquirer.',
  notReported: 'Ask the acquirer. A later report resolves it; else write it off.',
  notReversed:
    'The shopper has been charged for a payment that was cancelled. The report with its reversal resolves it. If none comes within days, ask the acquirer to reverse it; else refund the shopper outside of Florin, and write it off.',
}

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
