import { membersOfBatch, type Transaction } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { ReconciliationContext } from './context.ts'
import { expectedOf, rowTypeOf, settlementKey } from './judge-row.ts'
import { reportingConnectors, reserveBreakIds, settledOf, withBreaks } from './store.ts'
import { openBreak } from './transition-break.ts'

/** What follows when a batch is closed: its payments should be in reports by a day, if any acquirer sends reports. */
export async function awaitReports(
  db: Reader,
  now: Instant,
  { batchId, reportsWithin }: { batchId: bigint | Ref; reportsWithin: Temporal.Duration },
): Promise<Write[]> {
  if ((await reportingConnectors(db)).size === 0) return []
  return [insert('reconciliation.awaited', { id: batchId, due_at: now.add(reportsWithin) })]
}

/** The day has come: what is in no report, of a connector that sends reports, is a break. Safe to begin again. */
export const findNotReported = (ctx: ReconciliationContext, batchId: bigint): Promise<void> =>
  decide(async () => {
    const reporting = await reportingConnectors(ctx.db)
    const members = (await membersOfBatch(ctx.db, batchId)).filter(({ connector }) => reporting.has(connector))
    const ids = members.map(({ id }) => id)
    const [settled, known] = await Promise.all([settledOf(ctx.db, ids), withBreaks(ctx.db, ids)])
    const isMissing = (one: Transaction) => !settled.has(settlementKey(one.id, rowTypeOf(one)!)) && !known.has(one.id)
    const missing = members.filter(isMissing).slice(0, breaksAtOnce)
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
          set: { due_at: isLast ? null : now, leased_until: null },
          where: { id: batchId },
        }),
      ],
      'await-report',
    )
  })
const breaksAtOnce = 200
