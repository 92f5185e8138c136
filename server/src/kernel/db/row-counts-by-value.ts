import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from './db.ts'
import type { Measured } from './row-count-index.ts'

/** That a column has one of these values. */
export type Valued = { column: string; values: readonly string[] }

/** Within a group of entries: how many have each value of each of these columns. */
export function countsByValue(columns: readonly string[]): RawBuilder<unknown> {
  const counts = columns.map(
    (column) => sql`${sql.lit(column)}, (
      select coalesce(jsonb_object_agg(value, n), '{}') from (
        select value, count(*) as n from unnest(array_agg(${sql.ref(column)})) as value where value is not null group by value
      ) as each)`,
  )
  return sql`jsonb_build_object(${sql.join(counts)})`
}

type List = Pick<Measured, 'list' | 'owner'>

/** How many of the entries between two checkpoints have these values. */
export async function countWith(
  db: Reader,
  list: List,
  valued: Valued,
  { above, through }: { above: bigint; through: bigint },
): Promise<bigint> {
  const { rows } = await sql<{ count: bigint }>`
    select coalesce(sum(${countIn(valued)}), 0)::bigint as count
    from florin.list_checkpoints where ${isOf(list)} and nth > ${above} and nth <= ${through}`.execute(db.read)
  return rows[0]!.count
}

/**
 * The ids of the entries `start` to `end` of those with these values. Only from the first to the last thousand that they
 * are in is read: a statement of its own finds these, since in one statement the database could not know how few they are.
 */
export async function idsWith(
  db: Reader,
  { table, owned, ...list }: Measured,
  valued: Valued,
  { start, end }: { start: bigint; end: bigint },
): Promise<bigint[]> {
  const { rows: thousands } = await sql<{ above: bigint; through: bigint; before: bigint }>`
    select above, id as through, before from (
      select id, above, n, (sum(n) over (order by nth) - n)::bigint as before from (
        select nth, id, lag(id, 1, 0::bigint) over (order by nth) as above, ${countIn(valued)} as n
        from florin.list_checkpoints where ${isOf(list)}
      ) as each
    ) as placed where n > 0 and before < ${end} and before + n > ${start} order by id`.execute(db.read)
  const [first, last] = [thousands[0], thousands.at(-1)]
  if (!first || !last) return []
  const { rows } = await sql<{ id: bigint }>`
    select id from ${sql.table(table)}
    where ${owned} and ${sql.ref(valued.column)} = any(${valued.values}) and id > ${first.above} and id <= ${last.through}
    order by id limit ${end - start} offset ${start - first.before}`.execute(db.read)
  return rows.map((row) => row.id)
}

/** Of the thousand of a checkpoint. A value that is given twice counts once. */
const countIn = ({ column, values }: Valued): RawBuilder<unknown> =>
  sql`(${sql.join(
    [...new Set(values)].map((value) => sql`coalesce((counts -> ${column} ->> ${value})::bigint, 0)`),
    sql` + `,
  )})`

const isOf = ({ list, owner }: List): RawBuilder<SqlBool> =>
  sql`list = ${list} and owner_kind = ${owner.kind} and owner_id = ${owner.id}`
