import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { DueTable, DueWork } from '#kernel/work/due-work.ts'
import { isFree } from './lease-ends.ts'

/**
 * A claim like `claimDue`, but fair: of each owner it takes no more than its `perOwnerMax` longest due rows. Rows under
 * way are still due, so they count: an owner whose destination hangs occupies that many slots and no more, however many
 * rows wait behind them.
 */
export function claimFairly(
  { db, clock }: { db: Db; clock: Clock },
  table: DueTable,
  { leaseMs, ownerColumn, perOwnerMax, returning, keep }: FairClaim,
): Pick<DueWork, 'table' | 'leaseMs' | 'claim' | 'isFair'> {
  const text = claimStatement(table, { owner: ownerColumn, returning, leaseMs })
  const claim = async (limit: number): Promise<bigint[]> => {
    const wall = clock.wall()
    const leasedUntil = wall.add({ milliseconds: leaseMs })
    const rows = await db.runByKeys(text, [leasedUntil, clock.now(), wall, limit, perOwnerMax])
    for (const row of rows) keep(row, leasedUntil)
    return rows.map((row) => row.id as bigint)
  }
  return { table, leaseMs, claim, isFair: true }
}

type FairClaim = {
  leaseMs: number
  ownerColumn: string
  perOwnerMax: number
  /** The columns of a claimed row, in SQL; `id` is one of them. */
  returning: string
  /** Called with every claimed row. */
  keep(row: Record<string, unknown>, leasedUntil: Instant): void
}

const claimStatement = (
  table: string,
  { owner, returning, leaseMs }: { owner: string; returning: string; leaseMs: number },
) => `
  with recursive owner (id) as ( -- the owners with anything due, found by jumping along the index
    (select ${owner} from ${table} where due_at is not null order by ${owner} limit 1)
    union all
    select (select ${owner} from ${table} where due_at is not null and ${owner} > owner.id
            order by ${owner} limit 1)
    from owner where owner.id is not null
  ), head as (
    select next.id from owner cross join lateral (
      select id from ${table} where ${owner} = owner.id and due_at <= $2 order by due_at, id limit $5
    ) as next
  )
  update ${table} set leased_until = $1
  -- lists of ids and not joins, so that every plan looks them up by key, however many rows are thought to be due
  where id = any (array(
    select id from ${table}
    where id = any (array(select id from head)) and due_at <= $2 and ${isFree('$3', leaseMs)}
    order by due_at, id limit $4
    for update skip locked -- two workers never wait for each other
  ))
  returning ${returning}`
