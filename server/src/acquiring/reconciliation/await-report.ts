import { captureFailures, membersOfBatch, type Transaction } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { ReconciliationContext } from './context.ts'
import { expectedOf, rowTypeOf, settlementKey } from './judge-row.ts'
import { findAwaited, reportingConnectors, reserveBreakIds, settledOf, withBreaks } from './store.ts'
import { openBreak } from './transition-break.ts'

/** What follows when a batch is closed: its payments should be in reports by a day. */
export const awaitReports = (
  now: Instant,
  { batchId, reportsWithin }: { batchId: bigint | Ref; reportsWithin: Temporal.Duration },
): Write[] => [insert('reconciliation.awaited', { id: batchId, due_at: now.add(reportsWithin), closed_at: now })]

/**
 * The day has come. What is in no report is a break, if its acquirer has sent reports since before the batch was closed;
 * else the batch is one that no report has covered. Safe to begin again.
 */
export const findNotReported = (ctx: ReconciliationContext, batchId: bigint): Promise<void> =>
  decide(async () => {
    const [{ closedAt }, reporting] = await Promise.all([findAwaited(ctx.db, batchId), reportingConnectors(ctx.db)])
    const all = await missingOf(ctx, batchId)
    const isWatched = ({ connector }: Transaction) => {
      const since = reporting.get(connector)
      return since !== undefined && Temporal.Instant.compare(since, closedAt) <= 0
    }
    const missing = all.filter(isWatched).slice(0, breaksAtOnce)
    const isLast = missing.length < breaksAtOnce
    const breakIds = await reserveBreakIds(ctx.db, missing.length)
    const now = ctx.clock.now()
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
            due_at: isLast ? null : now,
            leased_until: null,
            unreported_since: all.every(isWatched) ? null : now,
          },
          where: { id: batchId },
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
    // What failed before it was settled is in no report, and neither is its failure: they come to nothing.
    const other = pairs.get(one.id)
    return !other || isSettled(other)
  })
}
