import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from './db.ts'
import { type IdRange, type RowCountIndex, step } from './row-count-index.ts'
import type { Valued } from './row-counts-by-value.ts'

/** The rows of a list: they have a rising id. */
export type ListSource = {
  /** `payments.payments as payment` */
  from: RawBuilder<unknown>
  /** `payment.id` */
  id: RawBuilder<unknown>
  /** They must include the owner. The period of a long list is apart from them. */
  conditions: readonly Condition[]
  /** Of a list that may have millions of entries. */
  long?: LongList | undefined
}

/** Counts the list that the owner's condition alone selects. */
export type LongList = {
  rowCounts: RowCountIndex
  /** Whether there are conditions beside the owner's. */
  isFiltered: boolean
  /** Only entries that were made in this period; `madeAt` is the column that the row-count index knows. */
  period?: (Period & { madeAt: RawBuilder<unknown> }) | undefined
  /** Selects all of the owner's entries that the conditions do not, where those are fewer and have an index. */
  leftOut?: readonly Condition[] | undefined
  /** The only condition beside the owner's is this one, and the row-count index counts these values. */
  valued?: Valued | undefined
}

/** Both ends are of it; one that is absent is open. */
export type Period = { from?: Instant | undefined; to?: Instant | undefined }

/** The part of a list that a page shows: `limit` entries behind the first `offset`; nothing above `throughId`. */
export type PageRange = { offset: number; limit: number; newestFirst: boolean; throughId: bigint | undefined }

type Condition = RawBuilder<SqlBool>
type Page = { ids: bigint[]; total: number }
type Place = Pick<PageRange, 'offset' | 'limit' | 'newestFirst'>

/**
 * The ids of one page, and how many entries there are in all, exactly. A long list is read in ranges: of those that
 * its row-count index has counted, neither the number nor a deep page reads more than a few thousand index entries, and
 * of a period only the ranges at its ends are compared with it.
 */
export async function readPage(db: Reader, source: ListSource, range: PageRange): Promise<Page> {
  const { newestFirst, throughId } = range
  const page: Page = { ids: [], total: 0 }
  const ranges = await rangesOf(db, source, throughId)
  for (const part of newestFirst ? ranges.toReversed() : ranges) {
    const place = {
      offset: Math.max(0, range.offset - page.total),
      limit: range.limit - page.ids.length,
      newestFirst,
    }
    const { ids, total } = await readRange(db, source, part, place)
    page.ids.push(...ids)
    page.total += total
  }
  return page
}

/** A filter alone is looked for everywhere: what it finds is not known to be in the order of anything counted. */
async function rangesOf(db: Reader, { long }: ListSource, throughId: bigint | undefined): Promise<IdRange[]> {
  if (!long || (long.isFiltered && !long.period && !long.leftOut && !long.valued))
    return [{ above: 0n, through: throughId, whole: undefined }]
  return long.rowCounts.ranges(db, long.period ?? {}, throughId, long.valued)
}

async function readRange(db: Reader, source: ListSource, part: IdRange, place: Place): Promise<Page> {
  const { long, id } = source
  const { above, through, whole } = part
  if (long && whole && (!long.isFiltered || long.valued))
    return { ids: await idsOfWhole(db, long, whole, place), total: Number(whole.count) }
  const here = [
    ...(above > 0n ? [sql<SqlBool>`${id} > ${above}`] : []),
    ...(through === undefined ? [] : [sql<SqlBool>`${id} <= ${through}`]),
  ]
  const dated = long?.period && !whole ? within(long.period.madeAt, long.period) : []
  const conditions = [...source.conditions, ...dated, ...here]
  const { leftOut } = long ?? {}
  const matching = { ...source, conditions }
  if (!whole || !long || !leftOut)
    return readCounting(db, matching, place, { count: () => countOf(db, matching, conditions) })
  const others = (from: bigint, to: bigint) =>
    countOf(db, source, [...leftOut, sql`${id} > ${from}`, sql`${id} <= ${to}`])
  return readCounting(db, matching, place, {
    count: async () => Number(whole.count) - (await others(above, through!)),
    markBefore: (start, total) => markBefore(db, long.rowCounts, { above, whole, others }, { start, total }),
  })
}

export const within = (column: RawBuilder<unknown>, { from, to }: Period): Condition[] => [
  ...(from ? [sql<SqlBool>`${column} >= ${from}`] : []),
  ...(to ? [sql<SqlBool>`${column} <= ${to}`] : []),
]

/** Positions are counted from the oldest entry, number 0, because those never change. */
async function idsOfWhole(
  db: Reader,
  { rowCounts, valued }: LongList,
  { before, count }: { before: bigint; count: bigint },
  { offset, limit, newestFirst }: Place,
): Promise<bigint[]> {
  const { start, end } = fromOldest({ offset, limit, newestFirst }, Number(count))
  if (end <= start) return []
  const ids = await rowCounts.idsBetween(db, before + BigInt(start), before + BigInt(end), valued)
  return newestFirst ? ids.reverse() : ids
}

/** A place as positions among so many entries, the oldest being number 0. */
function fromOldest({ offset, limit, newestFirst }: Place, total: number): { start: number; end: number } {
  const end = Math.min(total, newestFirst ? total - offset : offset + limit)
  return { start: newestFirst ? Math.max(0, end - limit) : offset, end }
}

/** An entry, and how many matches there are through it. */
type Mark = { id: bigint; matches: number }

type Counted = {
  above: bigint
  whole: { before: bigint; count: bigint }
  /** How many entries do not match, above one id and through another. */
  others(from: bigint, to: bigint): Promise<number>
}

/**
 * An entry not far before a page of a range of which every entry has a checkpoint. What does not match is counted up to where the
 * page would begin if it were spread evenly, and, if it is not, once or twice up to somewhere nearer.
 */
async function markBefore(
  db: Reader,
  rowCounts: RowCountIndex,
  { above, whole, others }: Counted,
  { start, total }: { start: number; total: number },
): Promise<Mark> {
  let best: Mark = { id: above, matches: 0 }
  let [last, left] = [above, 0]
  let entries = (whole.count * BigInt(start)) / BigInt(total)
  for (let tries = 0; tries < marksMax && entries > 0n; tries++) {
    const { nth, id } = await rowCounts.checkpointWithin(db, whole.before + entries)
    if (id <= above) break
    left += id > last ? await others(last, id) : -(await others(id, last))
    last = id
    const matches = Number(nth - whole.before) - left
    const away = start - matches
    if (away >= 0 && matches >= best.matches) best = { id, matches }
    if (away >= 0 && away <= nearMax) break
    entries = nth - whole.before + (BigInt(away) * whole.count) / BigInt(total) - (away < 0 ? step : 0n)
  }
  return best
}
const marksMax = 4
/** So many index entries are read to reach a page: as many as are between two checkpoints, twice. */
const nearMax = 2 * Number(step)

type Counting = {
  count(): Promise<number>
  /** For a page far from both ends. */
  markBefore?(start: number, total: number): Promise<Mark>
}

/**
 * A few matches are collected once, and counted and sorted from there. More of them are counted, and then either
 * collected again or read in the order of the ids, from the nearer end. That order is wrong for few: the database would
 * read every row that does not match, and it cannot know beforehand how far apart the matches are.
 */
async function readCounting(
  db: Reader,
  { from, id, conditions }: ListSource,
  place: Place,
  { count, markBefore }: Counting,
): Promise<Page> {
  const matching = sql`select ${id} as id from ${from} where ${sql.join(conditions, sql` and `)}`
  const page = pageOf(place)
  const materialized = await sql<{ found: bigint; ids: string[] }>`
    with matching as materialized (${matching} limit ${sql.lit(materializedMax + 1)})
    select (select count(*) from matching) as found, array(select id from matching ${page}) as ids`.execute(db.read)
  const { found, ids } = materialized.rows[0]!
  if (found <= materializedMax) return { ids: ids.map(BigInt), total: Number(found) }
  const total = await count()
  const { start, end } = fromOldest(place, total)
  if (end <= start) return { ids: [], total }
  const isNearOldest = start < total - end
  const near = isNearOldest ? start : total - end
  const mark = near > nearMax ? await markBefore?.(start, total) : undefined
  if (mark && start - mark.matches < near) {
    const page = pageOf({ offset: start - mark.matches, limit: end - start, newestFirst: false })
    const { rows } = await sql<{ id: bigint }>`${matching} and ${id} > ${mark.id} ${page}`.execute(db.read)
    const read = rows.map((row) => row.id)
    return { ids: place.newestFirst ? read.reverse() : read, total }
  }
  const nearer = pageOf({ offset: near, limit: end - start, newestFirst: !isNearOldest })
  const { rows } = await (total <= sortedMax
    ? sql<{ id: bigint }>`with matching as materialized (${matching}) select id from matching ${nearer}`
    : sql<{ id: bigint }>`${matching} ${nearer}`
  ).execute(db.read)
  const read = rows.map((row) => row.id)
  return { ids: place.newestFirst === isNearOldest ? read.reverse() : read, total }
}
/** Above this size, materializing them would cost more than it saves. */
const materializedMax = 5_000
const sortedMax = 20_000

const pageOf = ({ offset, limit, newestFirst }: Place) =>
  sql`order by id ${newestFirst ? sql`desc` : sql`asc`} limit ${limit} offset ${offset}`

async function countOf(db: Reader, { from }: ListSource, conditions: readonly Condition[]): Promise<number> {
  const { rows } = await sql<{ total: bigint }>`
    select count(*) as total from ${from} where ${sql.join(conditions, sql` and `)}`.execute(db.read)
  return Number(rows[0]!.total)
}

/** The rows with these ids in the order of the ids, in whatever order the database returned them. */
export function inOrder<T extends { id: bigint | string }>(
  ids: readonly (bigint | string)[],
  things: readonly T[],
): T[] {
  const byId = new Map(things.map((thing) => [thing.id as bigint | string, thing]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
