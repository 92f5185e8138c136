import type { Instant } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import type { Db } from '#kernel/db/db.ts'
import { type DueWork, isAnyDue, itemsOnly } from '#kernel/work/due-work.ts'

/** One due item: the name of its work, and its id there as text. */
export type DueItem = { work: string; id: string; dueAt: Instant }

/** The next items that fall due, the longest due first. */
export async function listDue(db: Db, works: readonly DueWork[], { limit }: { limit: number }): Promise<DueItem[]> {
  const parts = works.map(
    (work, index) =>
      `(select ${index} as work, id::text, due_at from ${work.table} where due_at is not null${itemsOnly(work)}
        order by due_at limit $1)`,
  )
  // The shorter of two numbers in text is the smaller one.
  const text = `select * from (${parts.join(' union all ')}) as due order by due_at, work, length(id), id limit $1`
  const rows = await db.run(text, [limit])
  return rows.map((row) => ({
    work: works[Number(row.work)]!.name,
    id: row.id as string,
    dueAt: row.due_at as Instant,
  }))
}

/** What of a work is due: how many items, and since when the oldest waits. */
export type DueCount = { work: string; count: number; oldestAt: Instant | undefined }

/**
 * How many items of each work are due, those that a worker holds included. Counts to `countedMax`: more is not read, so
 * that looking costs the same however much waits.
 */
export async function dueByWork(db: Db, works: readonly DueWork[], upTo: Instant): Promise<DueCount[]> {
  const parts = works.map((work, index) => {
    const due = `from ${work.table} where due_at <= $1${itemsOnly(work)}`
    return `select ${index} as work, (select count(*)::integer from (select ${due} limit ${countedMax}) as due) as count,
                   (select due_at ${due} order by due_at limit 1) as oldest`
  })
  const rows = await db.run(parts.join(' union all '), [upTo])
  return rows.map((row) => ({
    work: works[Number(row.work)]!.name,
    count: Number(row.count),
    oldestAt: (row.oldest as Instant | null) ?? undefined,
  }))
}
export const countedMax = 10_000

/** Those works with anything due by a moment, also when other workers hold it. */
export async function worksDue(db: Db, works: readonly DueWork[], upTo: Instant): Promise<DueWork[]> {
  const parts = works.map((work) => isAnyDue(work, 'due_at <= $1'))
  const [row] = await db.runByKeys(`select array[${parts.join(', ')}] as is_due`, [upTo])
  const isDue = row!.is_due as readonly boolean[]
  return works.filter((_, index) => isDue[index])
}

type Span = {
  /** Whose items to list; undefined: all owners'. An owner never sees another owner's items. */
  owner: Owner | undefined
  /** Undefined: also what fell due before and is not done. */
  after: Instant | undefined
}

/** When the next item falls due. Daily work and housekeeping do not count. */
export async function earliest(db: Db, works: readonly DueWork[], { owner, after }: Span) {
  const { parts, values } = itemsOf(works, owner, [after ?? beginning])
  if (parts.length === 0) return undefined
  const selects = parts.map(
    ({ table, owned }) => `select min(due_at) as due_at from ${table} where due_at > $1${owned}`,
  )
  const text = `select min(due_at) as due_at from (${selects.join(' union all ')}) as due`
  const [row] = await db.run(text, values)
  return (row?.due_at as Instant | null) ?? undefined
}

/** How many items have fallen due by a moment. */
export async function countDue(
  db: Db,
  works: readonly DueWork[],
  { owner, after, upTo }: Span & { upTo: Instant },
): Promise<number> {
  const { parts, values } = itemsOf(works, owner, [after ?? beginning, upTo])
  if (parts.length === 0) return 0
  const selects = parts.map(
    ({ table, owned }) => `select count(*) from ${table} where due_at > $1 and due_at <= $2${owned}`,
  )
  const text = `select sum(count)::bigint as count from (${selects.join(' union all ')}) as due`
  const [row] = await db.run(text, values)
  return Number(row!.count)
}

/**
 * The tables with an owner's items and the condition for each, to be added to a `where`. Each has a parameter of its
 * own behind the `first` ones, because the owner's id is a number in one table and text in another.
 */
function itemsOf(works: readonly DueWork[], owner: Owner | undefined, first: readonly unknown[]) {
  const values = [...first]
  const parts: { table: string; owned: string }[] = []
  for (const work of works) {
    const { table, inRun, owner: column } = work
    if (inRun || (owner && column?.kind !== owner.kind)) continue
    const owned = owner ? ` and ${column!.column} = $${values.push(owner.id)}` : ''
    parts.push({ table, owned: `${itemsOnly(work)}${owned}` })
  }
  return { parts, values }
}

const beginning = Temporal.Instant.from('1970-01-01T00:00:00Z')
