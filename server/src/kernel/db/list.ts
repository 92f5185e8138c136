import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from './db.ts'
import type { RowCountIndex } from './row-count-index.ts'

/** The rows of a list: they have a rising id, and the conditions must include the owner. */
export type ListSource = {
  /** `payments.payments as payment` */
  from: RawBuilder<unknown>
  /** `payment.id` */
  id: RawBuilder<unknown>
  conditions: readonly RawBuilder<SqlBool>[]
  /** Only when the conditions are exactly those that it counts. */
  rowCounts?: RowCountIndex | undefined
}

/** The part of a list that a page shows: `limit` entries behind the first `offset`; nothing above `throughId`. */
export type PageRange = { offset: number; limit: number; newestFirst: boolean; throughId: bigint | undefined }

/**
 * The ids of one page, and how many entries there are in all, exactly. An unfiltered list has a row-count index, so
 * that neither the count nor a deep page reads more than a few thousand index entries; a filtered one is counted.
 */
export const readPage = (
  db: Reader,
  source: ListSource,
  range: PageRange,
): Promise<{ ids: bigint[]; total: number }> =>
  source.rowCounts ? source.rowCounts.read(db, range) : readCounting(db, source, range)

/**
 * A few matches are collected once, and counted and sorted from there. More of them are counted, and then either
 * collected again or read in the order of the ids. That order is wrong for few: the database would read every row that
 * does not match, and it cannot know beforehand how far apart the matches are.
 */
async function readCounting(db: Reader, { from, id, conditions }: ListSource, range: PageRange) {
  const { offset, limit, newestFirst, throughId } = range
  const all = throughId === undefined ? conditions : [...conditions, sql<SqlBool>`${id} <= ${throughId}`]
  const where = sql`where ${sql.join(all, sql` and `)}`
  const matching = sql`select ${id} as id from ${from} ${where}`
  const page = sql`order by id ${newestFirst ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`
  const materialized = await sql<{ found: bigint; ids: string[] }>`
    with matching as materialized (${matching} limit ${sql.lit(materializedMax + 1)})
    select (select count(*) from matching) as found, array(select id from matching ${page}) as ids`.execute(db.read)
  const { found, ids } = materialized.rows[0]!
  if (found <= materializedMax) return { ids: ids.map(BigInt), total: Number(found) }
  const counted = await sql<{ total: bigint }>`select count(*) as total from ${from} ${where}`.execute(db.read)
  const total = Number(counted.rows[0]!.total)
  const { rows } = await (total <= sortedMax
    ? sql<{ id: bigint }>`with matching as materialized (${matching}) select id from matching ${page}`
    : sql<{ id: bigint }>`${matching} ${page}`
  ).execute(db.read)
  return { ids: rows.map((row) => row.id), total }
}
/** Above this size, materializing them would cost more than it saves. */
const materializedMax = 5_000
const sortedMax = 20_000

/** The rows with these ids in the order of the ids, in whatever order the database returned them. */
export function inOrder<T extends { id: bigint }>(ids: readonly bigint[], things: readonly T[]): T[] {
  const byId = new Map(things.map((thing) => [thing.id as bigint, thing]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
