import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { add, type Money, zero } from '#kernel/base/money.ts'
import type { Page } from '#kernel/db/page.ts'
import { missingOf } from './await-report.ts'
import { listUnreported } from './awaited-store.ts'
import type { ReconciliationContext } from './context.ts'
import { expectedOf, rowTypeOf } from './judge-row.ts'

/** What of a batch is in no report of a connector that had sent none when the batch was closed. */
export type UnreportedBatch = {
  batchId: bigint
  siteId: SiteId
  closedAt: Instant
  connector: string
  payments: number
  /** What the acquirer owes us for them by our books; below zero, what we owe. */
  net: Money
}

/**
 * Batches that no report has covered, newest first: a page of them, and of each what is missing at this moment. One whose
 * report has come since is left out.
 */
export async function unreportedBatches(
  ctx: Pick<ReconciliationContext, 'db' | 'connectors'>,
  page: Page,
): Promise<{ data: UnreportedBatch[]; total: number }> {
  const { data: batches, total } = await listUnreported(ctx.db, page)
  const data: UnreportedBatch[] = []
  // One at a time: a batch has up to thousands of members.
  for (const { batchId, closedAt } of batches) {
    const missing = await missingOf(ctx, batchId)
    for (const [connector, ofOne] of Map.groupBy(missing, (one) => one.connector as string))
      data.push({
        ...{ batchId, siteId: ofOne[0]!.siteId, closedAt, connector, payments: ofOne.length },
        net: ofOne
          .flatMap((one) => expectedOf(one, rowTypeOf(one)!) ?? [])
          .reduce(add, zero(ofOne[0]!.captured.currency)),
      })
  }
  return { data, total }
}
