import type { PaymentId } from '#acquiring/ids'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { BreakId, ReportId } from './ids.ts'
import type { RecordedRow, RowType } from './report.ts'

/** A row, and the transaction that it settles; undefined: it settles none. */
export type ToBook = { row: RecordedRow; transactionId: PaymentId | undefined }

/** By which the books name rows that agree: the first of them is in no other entry. */
export const reportReference = (reportId: ReportId, currency: Currency, { line }: { line: number }): string =>
  `acquirer report ${reportId} ${currency} ${line}`
export const breakReference = (id: BreakId): string => `acquirer break ${id}`

/**
 * Books rows of one currency by one entry, and marks them. Somebody else who books one of them, or settles its transaction,
 * makes the commit stale. `asGross`: what was released does not come from what we know to be held.
 */
export function bookRows(now: Instant, rows: readonly ToBook[], reference: string, { asGross = false } = {}): Write[] {
  if (rows.length === 0) return []
  return [
    insert(
      'reconciliation.bookings',
      rows.map(({ row, transactionId }) => ({
        report_id: row.reportId,
        line: row.line,
        type: row.type,
        transaction_id: transactionId ?? null,
        reference,
        booked_at: now,
      })),
      { onDuplicate: { settled_once: 'stale', booked_once: 'stale' } },
    ),
    ...post(
      now,
      'acquirerSettled',
      reference,
      settledBy(
        rows.map(({ row }) => row),
        rows[0]!.row.currency,
        { asGross },
      ),
    ),
  ]
}

/** Settles a transaction that no report has: it was written off. Who settles it otherwise makes the commit stale. */
export const settleWithoutRow = (now: Instant, settled: { id: PaymentId; type: RowType }, reference: string): Write =>
  insert(
    'reconciliation.bookings',
    {
      ...{ report_id: null, line: null, type: settled.type, transaction_id: settled.id },
      ...{ reference, booked_at: now },
    },
    { onDuplicate: { settled_once: 'stale' } },
  )

/** What rows come to for the books: what the acquirer holds back is a row as well. */
function settledBy(
  rows: readonly RecordedRow[],
  currency: Currency,
  { asGross }: { asGross: boolean },
): { gross: Money; fees: Money; held: Money } {
  const sum = (minors: readonly bigint[]) =>
    money(
      minors.reduce((total, minor) => total + minor, 0n),
      currency,
    )
  const isReserve = ({ type }: RecordedRow) => type === 'reserve' && !asGross
  return {
    gross: sum(rows.filter((row) => !isReserve(row)).map(({ grossMinor }) => grossMinor)),
    fees: sum(rows.map(({ feesMinor }) => feesMinor)),
    held: sum(rows.filter(isReserve).map(({ grossMinor }) => -grossMinor)),
  }
}
