import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { countedMax } from './due-list.ts'
import type { DueTable } from './due-work.ts'

/** What is parked for one owner: its schedule has ended, and a person decides when it is sent again. */
export type Parked = { ownerId: string; count: number; oldestAt: Instant }

/**
 * Counts parked rows by a column with the owner's id, most first. `statuses` must be those of a partial index that begins
 * with this column and continues with `id`: the owners are found by jumping along it, and of each `countedMax` rows are
 * counted, so that it costs no more however many are parked.
 */
export async function parkedByOwner(
  db: Db,
  { table, owner, statuses = ['parked'] }: { table: DueTable; owner: string; statuses?: readonly string[] },
): Promise<Parked[]> {
  const condition =
    statuses.length === 1 ? `status = '${statuses[0]}'` : `status in (${statuses.map((one) => `'${one}'`).join(', ')})`
  const parked = `from ${table} where ${condition}`
  const rows = await db.run(
    `with recursive owner (id) as (
       (select ${owner} ${parked} order by ${owner} limit 1)
       union all
       select (select ${owner} ${parked} and ${owner} > owner.id order by ${owner} limit 1) from owner where owner.id is not null
     )
     select id::text as "ownerId",
            (select count(*)::integer from (select ${parked} and ${owner} = owner.id limit ${countedMax}) as found) as count,
            (select created_at ${parked} and ${owner} = owner.id order by id limit 1) as "oldestAt"
     from owner where id is not null order by 2 desc, 1 limit ${ownersMax}`,
    [],
  )
  return rows as Parked[]
}
const ownersMax = 1_000
