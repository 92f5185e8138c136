import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '#kernel/db/db.ts'

type Sought = {
  /** The table; the condition calls it `t`. */
  table: string
  /** The column of those whose rows these are, an integer. Its index with the order makes the query cheap. */
  owner: string
  owners: readonly number[]
  where: RawBuilder<SqlBool>
  /** The newest are those with the largest of it; by default the id. */
  order?: RawBuilder<unknown>
  limit: number
  /** Which rows the index has, if not all: they alone are looked at. */
  among?: RawBuilder<SqlBool>
  /** How many of the newest rows of all owners together are looked at: for a condition that no index has. */
  examined?: number
}

/**
 * The ids of the newest rows that fit, of all owners together. The newest of each owner are read from its own part of an
 * index, so the time does not grow with the number of rows that fit.
 */
export async function newestOfEach<Id>(
  db: Reader,
  { table, owner, owners, where, order = sql`t.id`, limit, among = sql`true`, examined }: Sought,
): Promise<Id[]> {
  if (owners.length === 0) return []
  const mine = sql`${sql.table(table)} t where t.${sql.ref(owner)} = one.owner and ${among}`
  const newest = sql`order by ${order} desc`
  const rows =
    examined === undefined
      ? sql`select t.id, ${order} as place from ${mine} and ${where} ${newest} limit ${limit}`
      : sql`select t.id, ${order} as place
            from (select t.* from ${mine} ${newest} limit ${Math.ceil(examined / owners.length)}) t
           where ${where} ${newest} limit ${limit}`
  const found = await sql<{ id: Id }>`
    select found.id from unnest(${owners}::integer[]) as one(owner) cross join lateral (${rows}) found
     order by found.place desc limit ${limit}`.execute(db.read)
  return found.rows.map(({ id }) => id)
}

/**
 * That a text begins with another one. The range is read from an index on the text whatever the order of its letters; in
 * the order of their code points, which our own databases have, it holds just the texts that begin so.
 */
export const beginsWith = (column: RawBuilder<unknown>, prefix: string): RawBuilder<SqlBool> =>
  sql`(${column} >= ${prefix} and ${column} < ${`${prefix}\u{10FFFF}`} and starts_with(${column}, ${prefix}))`
