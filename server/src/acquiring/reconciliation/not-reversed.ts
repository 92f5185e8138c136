import type { PaymentId } from '#acquiring/ids'
import {
  type Payment,
  type PaymentStatusChanged,
  type Transaction,
  takeTurn,
  transactionNamed,
} from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { zero } from '#kernel/base/money.ts'
import { commit, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { type ReconciliationContext, type ReportTimes, timeOf } from './context.ts'
import { expectedOf, settlementKey } from './judge-row.ts'
import type { RowType } from './report.ts'
import { isKnownNotReversed, reserveBreakIds, settledOf } from './store.ts'
import { type NewBreak, openBreak } from './transition-break.ts'

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

type When = { now: Instant; reportsWithin: ReportTimes }

/** Their reversals have to be in a report by a day. */
export const awaitReversals = (payments: readonly Transaction[], { now, reportsWithin }: When): Write[] =>
  payments.map(({ id, connector }) =>
    insert(
      'reconciliation.awaited_reversals',
      { id, due_at: now.add(timeOf(reportsWithin, connector)) },
      { orElse: { conflict: ['id'], set: [] } },
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
export async function awaitReversalOf(db: Db, { payment }: PaymentStatusChanged, when: When): Promise<Write[]> {
  if (!isCancelled(payment) || payment.capturedAt === undefined) return []
  const settled = await settledOf(db, [payment.id])
  if (!settled.has(settlementKey(payment.id, 'capture')) || isReversed(payment, settled)) return []
  return awaitReversals([payment], when)
}

/**
 * The acquirer itself says that a reversal failed, or that it has captured what was reversed: there is no day to wait for. Of a
 * payment that was voided our books expect nothing.
 */
export async function breakOfFailedReversal(db: Db, payment: Payment, now: Instant): Promise<Write[]> {
  if (await isKnownNotReversed(db, payment.id)) return []
  const [id] = await reserveBreakIds(db, 1)
  return openBreak(now, id!, breakOf(payment), { actor: 'due work' })
}

const breakOf = (payment: Transaction): NewBreak => ({
  ...{ kind: 'notReversed', connector: payment.connector, row: undefined, transactionId: payment.id },
  ...{ reported: undefined, expected: expectedOf(payment, 'reversal') ?? zero(payment.captured.currency) },
})

/** The day has come. What was not reversed is a break, which the row of the reversal resolves. Safe to begin again. */
export const findNotReversed = (ctx: ReconciliationContext, id: PaymentId): Promise<void> =>
  decide(async () => {
    const dueAt = await reversalDueAt(ctx.db, id)
    const payment = (await transactionNamed(ctx.db, id))!
    const isKnown = await isKnownNotReversed(ctx.db, id)
    const isOpen = !isKnown && !isReversed(payment, await settledOf(ctx.db, [id]))
    const [breakId] = await reserveBreakIds(ctx.db, isOpen ? 1 : 0)
    const now = ctx.clock.now()
    await commit(
      ctx,
      now,
      [
        ...(breakId ? openBreak(now, breakId, breakOf(payment), { actor: 'due work' }) : []),
        update('reconciliation.awaited_reversals', {
          set: { due_at: null, leased_until: null },
          where: { id, due_at: dueAt },
        }),
      ],
      'not-reversed',
    )
  })

/** When the reversal of a payment is looked for; null when it was. */
async function reversalDueAt({ read }: Db, id: PaymentId): Promise<Instant | null> {
  const awaited = read.selectFrom('reconciliation.awaited_reversals').select('due_at').where('id', '=', id)
  return (await awaited.executeTakeFirstOrThrow()).due_at
}
