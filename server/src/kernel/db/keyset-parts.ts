import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from './db.ts'
import type { Split } from './keyset.ts'
import { type Period, within } from './list.ts'
import type { RowCountIndex } from './row-count-index.ts'
import type { Schema } from './schema.ts'

/** Parts of a table that a list may be narrowed to before its entries are compared one by one. */

type Condition = RawBuilder<SqlBool>

/** Entries that have one of these values. `type` is that of the column: `int`. */
export const withValues = (
  column: string,
  type: 'int' | 'bigint' | 'text' | 'uuid',
  values: readonly unknown[],
): Split => ({
  values: sql`unnest(${values}::${sql.raw(type)}[]) as ${sql.ref(`by_${column}`)}(value)`,
  is: sql`${sql.ref(`entry.${column}`)} = ${sql.ref(`by_${column}`)}.value`,
  count: values.length,
})

/** The same where an index begins with this column, or with those of the splits before it and this one, and ends with the id. */
export const ledBy = (...[column, type, values]: Parameters<typeof withValues>): Split => ({
  ...withValues(column, type, values),
  led: { column: sql.ref(`entry.${column}`), value: sql`${sql.ref(`by_${column}`)}.value` },
})

/**
 * The ids of what a condition selects, if they are few: then they are the list, whatever order its index has. Undefined if
 * they are more than `fewMax`.
 */
export async function fewEntries(
  db: Reader,
  table: keyof Schema & string,
  conditions: readonly Condition[],
): Promise<Split | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select entry.id from ${sql.table(table)} as entry
    where ${sql.join(conditions, sql` and `)} limit ${sql.lit(fewMax + 1)}`.execute(db.read)
  if (rows.length > fewMax) return undefined
  const ids = rows.map(({ id }) => id)
  return { values: sql`unnest(${ids}::bigint[]) as few(id)`, is: sql`entry.id = few.id`, count: ids.length }
}
const fewMax = 2_000

/**
 * The range of ids in which all entries of a period are. Entries are made nearly in the order of their ids, and the
 * row-count index knows between which moments each thousand was made; those without a checkpoint are few and looked at.
 * What is in the range must still be compared with the period.
 */
export async function rangeOfPeriod(
  db: Reader,
  rowCounts: RowCountIndex,
  { table, period, madeAt }: { table: keyof Schema & string; period: Period; madeAt: RawBuilder<unknown> },
): Promise<Split> {
  const ranges = await rowCounts.ranges(db, period, undefined)
  const counted = ranges.slice(0, -1)
  const newest = ranges.at(-1)!
  const { rows } = await sql<{ first: bigint | null; last: bigint | null }>`
    select min(id) as first, max(id) as last from (
      select entry.id from ${sql.table(table)} as entry
      where ${sql.join([sql`entry.id > ${newest.above}`, ...within(madeAt, period)], sql` and `)} offset 0) as found`.execute(
    db.read,
  )
  const { first, last } = rows[0]!
  const above = counted[0]?.above ?? (first === null ? newest.above : first - 1n)
  // What is made from here on may be of a period that has not ended.
  const through = period.to ? (last ?? counted.at(-1)?.through ?? 0n) : idMax
  return {
    values: sql`(values (${above}::bigint, ${through}::bigint)) as part(above, through)`,
    is: sql`entry.id > part.above and entry.id <= part.through`,
    part: { above: sql`part.above`, through: sql`part.through` },
    count: 1,
  }
}
const idMax = 2n ** 63n - 1n
