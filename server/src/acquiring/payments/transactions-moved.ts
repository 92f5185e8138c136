import { type SqlBool, sql } from 'kysely'
import type { PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { settledInBatch } from './payment-states.ts'
import { fromRow } from './row.ts'
import type { Transaction } from './transaction.ts'

type Moved = { siteIds: readonly SiteId[]; from: Instant; until: Instant }

/**
 * The transactions of these sites whose money moved within a span of time, in parts, by ascending id: keep the span short,
 * such as a day, for each part reads the span again.
 */
export async function* transactionsMoved(db: Db, moved: Moved): AsyncGenerator<readonly Transaction[]> {
  if (moved.siteIds.length === 0) return
  for (let after = 0n; ; ) {
    const part = await readAfter(db, moved, after)
    if (part.length > 0) yield part
    if (part.length < rowsPerPart) return
    after = part.at(-1)!.id as PaymentId
  }
}
const rowsPerPart = 1_000

async function readAfter(db: Db, { siteIds, from, until }: Moved, after: bigint): Promise<Transaction[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where(sql<SqlBool>`id > ${after}`)
    .where(sql<SqlBool>`site_id = any(${siteIds})`)
    .where('captured_at', '>=', from)
    .where('captured_at', '<', until)
    .where('status', 'in', settledInBatch)
    .orderBy('id')
    .limit(rowsPerPart)
    .execute()
  return rows.map(fromRow)
}
