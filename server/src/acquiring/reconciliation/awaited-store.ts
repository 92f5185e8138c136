import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { type Page, readPage } from '#kernel/db/page.ts'

export async function findAwaited(db: Reader, batchId: bigint): Promise<{ closedAt: Instant; dueAt: Instant | null }> {
  return db.read
    .selectFrom('reconciliation.awaited')
    .select(['closed_at as closedAt', 'due_at as dueAt'])
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow()
}

/** Batches that no report has covered, newest first. */
export const listUnreported = (db: Reader, page: Page) =>
  readPage(
    db.read
      .selectFrom('reconciliation.awaited')
      .select(['id as batchId', 'closed_at as closedAt'])
      .where('unreported_since', 'is not', null)
      .orderBy('id', 'desc'),
    page,
  )

/** Of these batches, those that no report had covered. */
export async function unreportedOf(db: Reader, batchIds: readonly bigint[]): Promise<bigint[]> {
  if (batchIds.length === 0) return []
  const rows = await db.read
    .selectFrom('reconciliation.awaited')
    .select('id')
    .where(oneOf('id', 'bigint', batchIds))
    .where('unreported_since', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Of these batches, those that were looked for or are at this moment, and that reports have covered; with their due times. */
export async function lookedForOf(
  db: Reader,
  batchIds: readonly bigint[],
  now: Instant,
): Promise<ReadonlyMap<bigint, Instant | null>> {
  if (batchIds.length === 0) return new Map()
  const rows = await db.read
    .selectFrom('reconciliation.awaited')
    .select(['id', 'due_at'])
    .where(oneOf('id', 'bigint', batchIds))
    .where((where) => where.or([where('due_at', 'is', null), where('due_at', '<=', now)]))
    .where('unreported_since', 'is', null)
    .execute()
  return new Map(rows.map(({ id, due_at }) => [id, due_at]))
}
