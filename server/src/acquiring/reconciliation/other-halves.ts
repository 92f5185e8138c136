import { captureFailures, type Transaction } from '#acquiring/payments'
import type { Instant } from '#kernel/base/clock.ts'
import { update, type Write } from '#kernel/db/commit/commit.ts'
import { lookedForOf } from './awaited-store.ts'
import { type ReconciliationContext, type ReportTimes, timeOf } from './context.ts'
import { rowTypeOf, settlementKey } from './judge-row.ts'
import { settledOf } from './store.ts'

/** A batch in which a transaction is that has to be in a report of this connector. */
type ToLookFor = { batchId: bigint; connector: string; dueAt: Instant | null }

/**
 * A capture that failed, and its failure: one of them is settled by now, so the other has to be in a report too. Returns the
 * batches of the others that were looked for already, when neither was in a report and together they were nothing.
 */
export async function otherHalves(
  { db, clock }: Pick<ReconciliationContext, 'db' | 'clock'>,
  settledNow: readonly Transaction[],
): Promise<ToLookFor[]> {
  const others = [...(await captureFailures(db, settledNow)).values()]
  const settled = await settledOf(
    db,
    others.map(({ id }) => id),
  )
  const known = new Set(settledNow.map(({ id }) => id))
  const open = others.flatMap((one) =>
    one.batchId === undefined || known.has(one.id) || settled.has(settlementKey(one.id, rowTypeOf(one)!))
      ? []
      : [{ batchId: one.batchId, connector: one.connector }],
  )
  const lookedFor = await lookedForOf(
    db,
    open.map(({ batchId }) => batchId),
    clock.now(),
  )
  return open.flatMap((one) => {
    const dueAt = lookedFor.get(one.batchId)
    return dueAt === undefined ? [] : [{ ...one, dueAt }]
  })
}

/** They are looked for once more when a report with them should have come. */
export const lookAgainForOthers = (now: Instant, halves: readonly ToLookFor[], reportsWithin: ReportTimes): Write[] =>
  [...new Map(halves.map((one) => [one.batchId, one])).values()].map(({ batchId, connector, dueAt }) =>
    update('reconciliation.awaited', {
      set: { due_at: now.add(timeOf(reportsWithin, connector)) },
      where: { id: batchId, due_at: dueAt },
    }),
  )
