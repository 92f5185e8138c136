import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from './db.ts'
import { fitsAll, inOrderOf, sortOf, streamOf, streams } from './keyset-streams.ts'
import type { Schema } from './schema.ts'

/**
 * A list that is read on from one of its entries, and not by the number of a page: a page far down costs what the first one
 * costs, and nothing moves under a reader when new entries come. The table is called `entry` in all conditions.
 */
export type KeysetList<Table extends keyof Schema & string = keyof Schema & string> = {
  table: Table
  /** Rising with the time at which entries are made; of text, in the order of its code points. */
  idType: 'bigint' | 'uuid' | 'text'
  /** When an entry was made. */
  madeAt: RawBuilder<unknown>
  /**
   * Where its entries are: each combination of one value of every split is a stream that an index has in the order of the
   * list, and the streams are merged. None: the whole table is one stream.
   */
  splits: readonly Split[]
  /** What is compared with each entry of the streams. */
  conditions: readonly Condition[]
  /**
   * A column of whole numbers by which it is sorted, entries with the same number by their ids. It never changes, as ids and
   * moments do not: pages and the pieces of a file are read at different times, and an entry must not move between them.
   */
  by?: RawBuilder<unknown> | undefined
  /** In its place, where ids do not rise with time: the moment at which an entry was made, and the index has it. */
  byMoment?: ByMoment | undefined
}

/** A column of moments, and those of it that are wanted, both ends included. */
export type ByMoment = { column: RawBuilder<unknown>; from?: Instant | undefined; to?: Instant | undefined }

/** `{ values: sql'unnest(${siteIds}::int[]) as site(id)', is: sql'entry.site_id = site.id', count: 3 }` */
export type Split = {
  values: RawBuilder<unknown>
  is: Condition
  count: number
  /** The next column of the index by which the list is read, and its value: see `keyset-streams.ts`. */
  led?: { column: RawBuilder<unknown>; value: RawBuilder<unknown>; also?: Condition }
  /** The condition of a partial index, and nothing else. */
  isCondition?: true
  /** A part of the ids, above one and through another. */
  part?: { above: RawBuilder<unknown>; through: RawBuilder<unknown> }
}

/** A place in a list: that of an entry, or of one that is there no more. Moments are microseconds since 1970. */
export type Position = { id: string; by?: bigint }

export type KeysetRequest = {
  /** Entries of a page. */
  size: number
  /** The largest first. */
  falling: boolean
  /** Behind an entry, or before it. Without it: from the beginning. */
  from?: { position: Position; reading: 'after' | 'before' } | undefined
  /** How many entries are looked at for it, in so many steps. */
  looks?: readonly number[]
}

export type KeysetPage<Row> = {
  rows: Row[]
  next?: Position
  previous?: Position
  /** The search stopped before the page was full: it has looked at so many entries. `next` or `previous` goes on from there. */
  searchedTo?: Instant
}

type Condition = RawBuilder<SqlBool>

/** Entries that are looked at for a page, in two steps at most. Most filters fill it from the first. */
const looksMax = [200, 10_000] as const
/** Of a list without conditions one look is enough, unless it has very many streams. */
const fullStreamsMax = 100

/** One page of a list. However its filter is, so many entries are looked at and no more: then the page may be short. */
export async function readKeyset<Table extends keyof Schema & string>(
  db: Reader,
  list: KeysetList<Table>,
  request: KeysetRequest,
): Promise<KeysetPage<Selectable<Schema[Table]>>> {
  const { size, from } = request
  const isBack = from?.reading === 'before'
  const found: Position[] = []
  let stopped: Position | undefined
  let streams = streamsOf(list)
  for (const looks of looksFor(list, request)) {
    const look = await lookOn(db, list, {
      position: stopped ?? from?.position,
      falling: request.falling !== isBack,
      wanted: size + 1 - found.length,
      each: Math.max(Math.ceil(looks / streams), eachMin),
    })
    found.push(...look.found)
    stopped = look.stopped
    // Of streams that had fewer nothing is left.
    streams = look.full
    if (found.length > size || !stopped) break
  }
  const isFull = found.length > size
  const shown = isBack ? found.slice(0, size).reverse() : found.slice(0, size)
  const [rows, searchedTo] = await Promise.all([
    rowsOf(db, list, shown),
    isFull || !stopped ? undefined : madeAtOf(db, list, stopped),
  ])
  // Behind a page that was read backwards is the entry from which it was read, and the other way round.
  const further = isFull ? found[size - 1] : stopped
  const back = from && ((isBack ? shown.at(-1) : shown[0]) ?? from.position)
  const [next, previous] = isBack ? [back, further] : [further, back]
  return { rows, ...(next && { next }), ...(previous && { previous }), ...(searchedTo && { searchedTo }) }
}

const looksFor = (list: KeysetList, { size, looks = looksMax }: KeysetRequest): readonly number[] =>
  list.conditions.length === 0 && streamsOf(list) <= fullStreamsMax ? [(size + 1) * streamsOf(list)] : looks

type Look = { position: Position | undefined; falling: boolean; wanted: number; each: number }

/**
 * Looks at so many entries of each stream, or at fewer, if as many as are wanted fit. What is beyond the end of any stream
 * that has more is not certain to be next, so it ends there; undefined means that all entries were looked at.
 */
async function lookOn(
  db: Reader,
  list: KeysetList,
  { position, falling, wanted, each }: Look,
): Promise<{ found: Position[]; stopped: Position | undefined; full: number }> {
  const sort = sortOf(list)
  const order = (id: RawBuilder<unknown>, by: RawBuilder<unknown>) => inOrderOf(sort ? [by, id] : [id], falling)
  const stream = streamOf(list, position, falling)
  const { rows } = await sql<{
    found: string[]
    numbers: string[]
    stopped: string | null
    number: string | null
    full: bigint
  }>`
    with looked as materialized (
      select each.id, each.number, each.fits, each.nth = ${sql.lit(each)} or each.kept = ${wanted}::bigint as goes_on
      from ${streams(list)}
      (select *, row_number() over () as kept from (select *, row_number() over () as nth from (
        select entry.id, ${sort?.number ?? sql`0::bigint`} as number, ${fitsAll(list.conditions)} as fits
        from ${sql.table(list.table)} as entry
        where ${stream.where} order by ${stream.order} limit ${sql.lit(each)}) as ordered) as numbered
      where fits or nth = ${sql.lit(each)} limit ${wanted}::bigint) as each
    ), stopped as (
      select id, number from looked where goes_on order by ${order(sql`id`, sql`number`)} limit 1
    ), found as (
      select id, number from looked
      where fits and not exists (select from stopped where ${isBeyond(list, falling)})
      order by ${order(sql`id`, sql`number`)} limit ${wanted}
    )
    select array(select id::text from found) as found, array(select number::text from found) as numbers,
           (select id::text from stopped) as stopped, (select number::text from stopped) as number,
           (select count(*) from looked where goes_on) as full`.execute(db.read)
  const { found, numbers, stopped, number, full } = rows[0]!
  const positionOf = (id: string, text: string): Position => (sort ? { id, by: BigInt(text) } : { id })
  return {
    found: found.map((id, index) => positionOf(id, numbers[index]!)),
    stopped: stopped === null ? undefined : positionOf(stopped, number!),
    full: Number(full),
  }
}
/** Where there are very many streams, so many of each; fewer would take too many steps. */
const eachMin = 5

const streamsOf = ({ splits }: KeysetList): number =>
  Math.max(
    1,
    splits.reduce((all, { count }) => all * count, 1),
  )

const isBeyond = (list: KeysetList, falling: boolean): Condition => {
  const than = falling ? sql`<` : sql`>`
  return sortOf(list)
    ? sql`(looked.number, looked.id) ${than} (stopped.number, stopped.id)`
    : sql`looked.id ${than} stopped.id`
}

async function rowsOf<Table extends keyof Schema & string>(
  db: Reader,
  { table, idType }: KeysetList<Table>,
  positions: readonly Position[],
): Promise<Selectable<Schema[Table]>[]> {
  if (positions.length === 0) return []
  const ids = positions.map(({ id }) => id)
  const { rows } = await sql<Selectable<Schema[Table]> & { id: bigint | string }>`
    select * from ${sql.table(table)} where id = any(${ids}::${sql.raw(idType)}[])`.execute(db.read)
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function madeAtOf(db: Reader, { table, madeAt }: KeysetList, { id }: Position): Promise<Instant | undefined> {
  const { rows } = await sql<{ at: Instant }>`
    select ${madeAt} as at from ${sql.table(table)} as entry where id = ${id}`.execute(db.read)
  return rows[0]?.at
}

/** Whether a place in it has a number beside its id. */
export const isNumbered = (list: KeysetList): boolean => sortOf(list) !== undefined

/** A position as text for the reader of a list, who sends it back unchanged. It holds nothing but what the reader has seen. */
export const cursorOf = (list: string, { id, by }: Position): string =>
  Buffer.from(JSON.stringify([list, id, ...(by === undefined ? [] : [String(by)])])).toString('base64url')

/** Undefined if it is none of this list in this order. */
export function readCursor(
  { list, idType, isNumbered }: { list: string; idType: KeysetList['idType']; isNumbered: boolean },
  text: string,
): Position | undefined {
  const [name, id, by] = partsOf(text)
  if (name !== list || id === undefined || !idForms[idType].test(id)) return undefined
  if (!isNumbered) return by === undefined ? { id } : undefined
  return by !== undefined && wholeNumber.test(by) ? { id, by: BigInt(by) } : undefined
}

const wholeNumber = /^-?\d{1,18}$/
const idForms = {
  bigint: /^\d{1,18}$/,
  text: /^[\w-]{1,64}$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
} as const

function partsOf(text: string): (string | undefined)[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : []
  } catch {
    return []
  }
}
