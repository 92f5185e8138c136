import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { DueWork } from '#kernel/work/due-work.ts'

/** One due thing: the name of its work, and its id there. */
export type DueThing = { work: string; id: bigint; dueAt: Instant }

/** The next things that fall due, the longest due first. */
export async function listDue(db: Db, works: readonly DueWork[], { limit }: { limit: number }): Promise<DueThing[]> {
  const parts = works.map(
    ({ table }, index) =>
      `(select ${index} as work, id, due_at from ${table} where due_at is not null order by due_at limit $1)`,
  )
  const rows = await db.run(`${parts.join(' union all ')} order by due_at, work, id limit $1`, [limit])
  return rows.map((row) => ({
    work: works[Number(row.work)]!.name,
    id: row.id as bigint,
    dueAt: row.due_at as Instant,
  }))
}

/** The kinds of these works with anything due by a moment, also what others have in hand. */
export async function worksDue(db: Db, works: readonly DueWork[], upTo: Instant): Promise<DueWork[]> {
  const parts = works.map(({ table }) => `exists (select 1 from ${table} where due_at <= $1)`)
  const [row] = await db.run(`select array[${parts.join(', ')}] as is_due`, [upTo])
  const isDue = row!.is_due as readonly boolean[]
  return works.filter((_, index) => isDue[index])
}

type Span = {
  /** Whose things; undefined is everybody's. A site hears of nobody else's. */
  siteId: number | undefined
  /** Undefined: also what fell due before and is not done. */
  after: Instant | undefined
}

/** When the next thing falls due. Work that comes round by itself, and housekeeping, is no such thing. */
export async function earliest(db: Db, works: readonly DueWork[], { siteId, after }: Span) {
  const parts = things(works, siteId).map(
    ({ table, mine }) => `select min(due_at) as due_at from ${table} where due_at > $1 and ${mine}`,
  )
  const text = `select min(due_at) as due_at from (${parts.join(' union all ')}) as due`
  const [row] = await db.run(text, [after ?? beginning, siteId])
  return (row?.due_at as Instant | null) ?? undefined
}

/** How many things have fallen due by a moment. */
export async function countDue(
  db: Db,
  works: readonly DueWork[],
  { siteId, after, upTo }: Span & { upTo: Instant },
): Promise<number> {
  const parts = things(works, siteId).map(
    ({ table, mine }) => `select count(*) from ${table} where due_at > $1 and due_at <= $3 and ${mine}`,
  )
  const text = `select sum(count)::bigint as count from (${parts.join(' union all ')}) as due`
  const [row] = await db.run(text, [after ?? beginning, siteId, upTo])
  return Number(row!.count)
}

/** In `mine` the second value of the query is the site. */
const things = (works: readonly DueWork[], siteId: number | undefined): { table: string; mine: string }[] =>
  works
    .filter(({ inRun, site }) => !inRun && (siteId === undefined || site !== undefined))
    .map(({ table, site }) => ({
      table,
      mine: siteId === undefined ? '$2::bigint is null' : `${site} = $2::bigint`,
    }))

const beginning = Temporal.Instant.from('1970-01-01T00:00:00Z')
