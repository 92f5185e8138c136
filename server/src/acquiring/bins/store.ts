import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import type { BinRange } from './bin.ts'
import type { LoadId } from './tables.ts'

/** The ranges of the current table with the same first six digits. Those looked for at the same time are read together. */
export const findRanges = loaderByKey(rangesByFirst6)

async function rangesByFirst6(db: Db, first6s: readonly string[]): Promise<Map<string, readonly BinRange[]>> {
  const rows = await db.read
    .selectFrom('bins.ranges')
    .select(['first6', 'low', 'high', 'brand', 'type', 'level', 'country', 'bank'])
    .where(sql<boolean>`load_id = (select max(id) from bins.loads where complete_at is not null)`)
    .where(sql<boolean>`first6 = any(${first6s}::text[])`)
    .execute()
  const ranges = rows.map(({ first6, low, high, ...facts }) => {
    const known = Object.entries(facts).filter(([, value]) => value !== null)
    return { first6, low, high, facts: Object.fromEntries(known) }
  })
  return Map.groupBy(ranges, ({ first6 }) => first6)
}

/**
 * Deletes the ranges of all loads before this one, a part at a time, so that no other statement waits. They are nobody's
 * data any more: a load that was overtaken or broke off, and the table before.
 */
export async function deleteEarlierRanges(db: Db, load: LoadId): Promise<void> {
  for (;;) {
    const deleted = await db.run(
      `delete from bins.ranges where ctid = any(array(select ctid from bins.ranges where load_id < $1 limit $2)) returning 1`,
      [load, deletedAtOnce],
    )
    if (deleted.length < deletedAtOnce) return
  }
}
const deletedAtOnce = 5_000
