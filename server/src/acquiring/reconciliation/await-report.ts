import { captureFailures, membersOfBatch, type Transaction } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import { findAwaited } from './awaited-store.ts'
import { type ReconciliationContext, type ReportTimes, timeOf } from './context.ts'
import { expectedOf, rowTypeOf, settlementKey } from './judge-row.ts'
import { reportingConnectors, reserveBreakIds, settledOf, withBreaks } from './store.ts'
import { openBreak } from './transition-break.ts'

/** What follows when a batch is closed: its payments should be in reports by a day, which is that of the fastest first. */
export const awaitReports = (
  now: Instant,
  { batchId, reportsWithin }: { batchId: bigint | Ref; reportsWithin: ReportTimes },
): Write[] => {
  const days = [reportsWithin.usual, ...reportsWithin.byConnector.values()].map((time) => now.add(time))
  return [
    insert('reconciliation.awaited', {
      ...{ id: batchId, due_at: days.reduce(earlier), closed_at: now },
    }),
  ]
}
const earlier = (one: Instant, other: Instant): Instant => (Temporal.Instant.compare(one, other) <= 0 ? one : other)

/**
 * The day of a connector has come. What is in no report of it is a break, if it has sent reports since before the batch was
 * closed; else the batch is one that no report has covered. What slower connectors have is looked for again on their day.
 * Safe to begin again.
 */
export const findNotReported = (ctx: ReconciliationContext, batchId: bigint): Promise<void> =>
  decide(async () => {
    const [{ closedAt, dueAt }, reporting] = await Promise.all([
      findAwaited(ctx.db, batchId),
      reportingConnectors(ctx.db),
    ])
    const now = ctx.clock.now()
    if (dueAt === null || Temporal.Instant.compare(dueAt, now) > 0) return
    const dayOf = ({ connector }: Transaction) => closedAt.add(timeOf(ctx.reportTerms.reportsWithin, connector))
    const { due: all = [], later = [] } = Object.groupBy(await missingOf(ctx, batchId), (one) =>
      Temporal.Instant.compare(dayOf(one), now) <= 0 ? 'due' : 'later',
    )
    const isWatched = ({ connector }: Transaction) => {
      const since = reporting.get(connector)
      return since !== undefined && Temporal.Instant.compare(since, closedAt) <= 0
    }
    const missing = all.filter(isWatched).slice(0, breaksAtOnce)
    const isLast = missing.length < breaksAtOnce
    const breakIds = await reserveBreakIds(ctx.db, missing.length)
    const [firstDay = null, ...days] = later.map(dayOf)
    await commit(
      ctx,
      now,
      [
        ...missing.flatMap((one, index) =>
          openBreak(
            now,
            breakIds[index]!,
            {
              ...{ kind: 'notReported', connector: one.connector, row: undefined, transactionId: one.id },
              ...{ reported: undefined, expected: expectedOf(one, rowTypeOf(one)!) },
            },
            { actor: 'due work' },
          ),
        ),
        update('reconciliation.awaited', {
          set: {
            due_at: isLast ? firstDay && days.reduce(earlier, firstDay) : now,
            leased_until: null,
            unreported_since: all.every(isWatched) ? null : now,
          },
          where: { id: batchId, due_at: dueAt },
        }),
      ],
      'await-report',
    )
  })
const breaksAtOnce = 200

/** The members of a batch that an acquirer should have reported, and that neither a row nor a break is about. */
export async function missingOf(
  { db, connectors }: Pick<ReconciliationContext, 'db' | 'connectors'>,
  batchId: bigint,
): Promise<Transaction[]> {
  const sendsReports = ({ connector }: Transaction) =>
    connectors.find(connector)?.acquirer.capabilities.settledBy !== 'entry'
  const members = (await membersOfBatch(db, batchId)).filter(sendsReports)
  const ids = members.map(({ id }) => id)
  const pairs = await captureFailures(db, members)
  const [settled, known] = await Promise.all([
    settledOf(db, [...ids, ...[...pairs.values()].map(({ id }) => id)]),
    withBreaks(db, ids),
  ])
  const isSettled = (one: Transaction) => settled.has(settlementKey(one.id, rowTypeOf(one)!))
  return members.filter((one) => {
    if (isSettled(one) || known.has(one.id)) return false
    // What failed before it was settled is in no report, and neither is its failure: they come to nothing. Once one of them
    // is reported, `lookAgainForOthers` looks for the other.
    const other = pairs.get(one.id)
    return !other || isSettled(other)
  })
}
