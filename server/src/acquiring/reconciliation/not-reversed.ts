import { type PaymentStatusChanged, type Transaction, takeTurn } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { BreakId } from './ids.ts'
import { expectedOf, settlementKey } from './judge-row.ts'
import type { RowType } from './report.ts'
import { reserveBreakIds, settledOf } from './store.ts'
import { type BreakChange, openBreak } from './transition-break.ts'

type Settled = { type: RowType; transaction: Transaction | undefined }

/**
 * The payments that were cancelled and that an acquirer has settled by these rows, and not reversed. `settled` has the rows
 * themselves, so a report with the reversal beside the capture leaves nothing open.
 */
export const notReversed = (rows: readonly Settled[], settled: ReadonlySet<string>): Transaction[] =>
  rows.flatMap(({ type, transaction }) =>
    transaction && type === 'capture' && isCancelled(transaction) && !isReversed(transaction, settled)
      ? [transaction]
      : [],
  )

const isCancelled = ({ type, status }: Transaction): boolean => type === 'deposit' && status === 'cancelled'

const isReversed = ({ id }: Transaction, settled: ReadonlySet<string>): boolean =>
  settled.has(settlementKey(id, 'reversal'))

/** The same with the numbers that their breaks will have. */
export async function withBreakIds(db: Db, payments: readonly Transaction[]): Promise<Unreversed[]> {
  const ids = await reserveBreakIds(db, payments.length)
  return payments.map((payment, index) => ({ payment, breakId: ids[index]! }))
}
type Unreversed = { payment: Transaction; breakId: BreakId }

/** Opens a break of each, which the row of its reversal resolves. */
export const openNotReversed = (now: Instant, payments: readonly Unreversed[], by: BreakChange['by']): Write[] =>
  payments.flatMap(({ payment, breakId }) =>
    openBreak(
      now,
      breakId,
      {
        ...{ kind: 'notReversed', connector: payment.connector, row: undefined, transactionId: payment.id },
        ...{ reported: undefined, expected: expectedOf(payment, 'reversal') },
      },
      by,
    ),
  )

/**
 * A payment that can still be cancelled is as it was read, and its turn is taken: whichever of the booking of its capture and
 * its cancellation comes second reads again, and sees the other.
 */
export const asRead = (rows: readonly Settled[]): Write[] =>
  rows.flatMap(({ type, transaction }) =>
    transaction && type === 'capture' && transaction.type === 'deposit' && transaction.batchId === undefined
      ? [takeTurn(transaction)]
      : [],
  )

/** A payment was cancelled that its acquirer has settled already: the reversal has to come. */
export async function breakOfCancellation(db: Db, { payment }: PaymentStatusChanged, now: Instant): Promise<Write[]> {
  if (!isCancelled(payment) || payment.capturedAt === undefined) return []
  const settled = await settledOf(db, [payment.id])
  if (!settled.has(settlementKey(payment.id, 'capture')) || isReversed(payment, settled)) return []
  return openNotReversed(now, await withBreakIds(db, [payment]), { actor: 'due work' })
}
