import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { DueTable } from './due-work.ts'

/** What is parked for one owner: its schedule has ended, and a person decides when it is sent again. */
export type Parked = { ownerId: string; count: number; oldestAt: Instant }

/**
 * Counts parked rows by a column with the owner's id, most first. `statuses` must be those of a partial index that begins
 * with this column, so that what was delivered is not read.
 */
export async function parkedByOwner(
  db: Db,
  { table, owner, statuses = ['parked'] }: { table: DueTable; owner: string; statuses?: readonly string[] },
): Promise<Parked[]> {
  const condition =
    statuses.length === 1 ? `status = '${statuses[0]}'` : `status in (${statuses.map((one) => `'${one}'`).join(', ')})`
  const rows = await db.run(
    `select ${owner}::text as "ownerId", count(*)::integer as count, min(created_at) as "oldestAt"
     from ${table} where ${condition} group by ${owner} order by 2 desc, 1 limit ${ownersMax}`,
    [],
  )
  return rows as Parked[]
}
const ownersMax = 1_000
