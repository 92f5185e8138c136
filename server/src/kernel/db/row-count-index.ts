import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { haveEnded, type TableWriters, writersOf } from '#kernel/db/table-writers.ts'
import { jsonb } from './jsonb.ts'
import type { Period } from './list.ts'
import { countsByValue, countWith, idsWith, type Valued } from './row-counts-by-value.ts'

/**
 * Counts a list that only grows. Every thousandth entry has a checkpoint with its number, so the length of the list and
 * the start of any page are found by reading from the nearest checkpoint, however long the list is; counting a million
 * rows takes a hundred times longer. A checkpoint also says between which moments its thousand entries were made, so
 * that the entries of a period are found in the same way. Readers make the checkpoints, and only where no entry with a
 * smaller id can appear any more: ids are assigned before rows are committed, so the newest entries have none yet.
 */
export type RowCountIndex = {
  /**
   * Where the entries of a period may be, from the oldest to the newest, and nowhere else. All of them: no limits. With values of
   * a `counted` column, what is whole is so of the entries with these values.
   */
  ranges(db: Reader, period: Period, throughId: bigint | undefined, valued?: Valued): Promise<IdRange[]>
  /**
   * The ids of the entries `start` to `end` of the list, or of those with these values, the oldest being number 0; all
   * must have checkpoints.
   */
  idsBetween(db: Reader, start: bigint, end: bigint, valued?: Valued): Promise<bigint[]>
  /** The last checkpoint among the first so many entries; the list's beginning, where there is none. */
  checkpointWithin(db: Reader, entries: bigint): Promise<Checkpoint>
}

/** The id of an entry, and how many of the list there are through it. */
export type Checkpoint = { nth: bigint; id: bigint }

/** A part of a list: entries above one id and through another. */
export type IdRange = {
  above: bigint
  through: bigint | undefined
  /** All of them are wanted, or it is known how many: so many, behind so many others. Undefined: each must be looked at. */
  whole: { before: bigint; count: bigint } | undefined
}

export type Measured = {
  /** Names the list among the checkpoints: `payments`. */
  list: string
  owner: Owner
  /** An index must begin with the columns of `owned` and continue with the id. */
  table: keyof Schema & string
  owned: RawBuilder<SqlBool>
  /** The column with the moment at which an entry was made, which never changes. */
  madeAt: string
  /** Columns with few different values, which never change either: a checkpoint counts each value in its thousand. */
  counted?: readonly string[]
}

export const step = 1_000n
/** Up to this many entries behind the last checkpoint are counted; from there on, a reader adds checkpoints. */
const uncheckpointedMax = 4n * step
/** The newest entries get no checkpoint, nor does anything that was being written. */
const margin = step

const beginning: Checkpoint = { nth: 0n, id: 0n }

/** How far a list was read: its last id, and who was writing then. */
type Snapshot = { throughId: bigint; writers: TableWriters }

/** One for the whole process: it remembers up to where each list may get checkpoints next. */
export function openRowCountIndexes(ctx: { db: Db; clock: { now(): Instant } }): (measured: Measured) => RowCountIndex {
  const snapshots = new Map<string, Snapshot>()
  return (measured) => {
    const lastFor = async (db: Reader, throughId: bigint | undefined): Promise<Checkpoint> => {
      const last = await lastCheckpoint(db, measured, throughId)
      if (throughId === undefined && (await isFarBehind(db, measured, last)))
        await extend(ctx, snapshots, measured, last)
      return last
    }
    const newest = (last: Checkpoint, through: bigint | undefined) => ({ above: last.id, through, whole: undefined })
    return {
      ranges: async (db, period, throughId, valued) => {
        const last = await lastFor(db, throughId)
        const counted = await checkpointed(db, measured, period, last)
        const wanted = valued ? counted.map((range) => rangeWith(db, measured, valued, range)) : counted
        return [...(await Promise.all(wanted)), newest(last, throughId)]
      },
      idsBetween: (db, start, end, valued) =>
        valued ? idsWith(db, measured, valued, { start, end }) : idsBetween(db, measured, start, end),
      checkpointWithin: (db, entries) => checkpointBefore(db, measured, sql`nth <= ${entries}`),
    }
  }
}

const lastCheckpoint = (db: Reader, measured: Measured, throughId: bigint | undefined): Promise<Checkpoint> =>
  checkpointBefore(db, measured, throughId === undefined ? sql`true` : sql`id <= ${throughId}`)

async function isFarBehind(db: Reader, { table, owned }: Measured, last: Checkpoint): Promise<boolean> {
  const { rows } = await sql<{ id: bigint }>`
    select id from ${sql.table(table)} where ${owned} and id > ${last.id}
    order by id limit 1 offset ${uncheckpointedMax}`.execute(db.read)
  return rows.length > 0
}

async function idsBetween(
  db: Reader,
  { table, owned, ...mine }: Measured,
  start: bigint,
  end: bigint,
): Promise<bigint[]> {
  const checkpoint = await checkpointBefore(db, mine, sql`nth <= ${start}`)
  const { rows } = await sql<{ id: bigint }>`
    select id from ${sql.table(table)} where ${owned} and id > ${checkpoint.id}
    order by id limit ${end - start} offset ${start - checkpoint.nth}`.execute(db.read)
  return rows.map((row) => row.id)
}

/**
 * Neighbouring thousands that are wholly of the period, and neighbouring ones that are in part. Entries are made nearly
 * in the order of their ids, so there is one of the first kind, between two of the second. Where they were made in no
 * order at all there would be many, and all are looked at as one.
 */
async function checkpointed(
  db: Reader,
  { list, owner }: Measured,
  { from, to }: Period,
  last: Checkpoint,
): Promise<IdRange[]> {
  if (last.nth === 0n) return []
  if (!from && !to) return [{ above: 0n, through: last.id, whole: { before: 0n, count: last.nth } }]
  const since = (column: string) => (from ? sql<SqlBool>`${sql.ref(column)} >= ${from}` : sql<SqlBool>`true`)
  const until = (column: string) => (to ? sql<SqlBool>`${sql.ref(column)} <= ${to}` : sql<SqlBool>`true`)
  const { rows } = await sql<{ above: bigint; through: bigint; isWhole: boolean; before: bigint; count: bigint }>`
    select min(above) as above, max(id) as through, is_whole as "isWhole",
           min(nth) - ${step}::bigint as before, count(*) * ${step}::bigint as count
    from (
      select *, nth / ${step}::bigint - row_number() over (partition by is_whole order by nth) as run
      from (
        select nth, id, lag(id, 1, 0::bigint) over (order by nth) as above, first_at, last_at,
               ${since('first_at')} and ${until('last_at')} as is_whole
        from florin.list_checkpoints
        where list = ${list} and owner_kind = ${owner.kind} and owner_id = ${owner.id} and nth <= ${last.nth}
      ) as thousand where ${since('last_at')} and ${until('first_at')}
    ) as touched group by is_whole, run order by before`.execute(db.read)
  const ranges = rows.map(({ above, through, isWhole, ...whole }) => ({
    above,
    through,
    whole: isWhole ? whole : undefined,
  }))
  if (ranges.length <= rangesMax) return ranges
  return [{ above: ranges[0]!.above, through: ranges.at(-1)!.through, whole: undefined }]
}
const rangesMax = 8

async function rangeWith(db: Reader, list: Measured, valued: Valued, range: IdRange): Promise<IdRange> {
  if (!range.whole) return range
  const { before, count } = range.whole
  const [earlier, here] = await Promise.all([
    countWith(db, list, valued, { above: 0n, through: before }),
    countWith(db, list, valued, { above: before, through: before + count }),
  ])
  return { ...range, whole: { before: earlier, count: here } }
}

async function checkpointBefore(
  db: Reader,
  { list, owner }: Pick<Measured, 'list' | 'owner'>,
  condition: RawBuilder<unknown>,
): Promise<Checkpoint> {
  const { rows } = await sql<Checkpoint>`
    select nth, id from florin.list_checkpoints
    where list = ${list} and owner_kind = ${owner.kind} and owner_id = ${owner.id} and ${condition}
    order by nth desc limit 1`.execute(db.read)
  return rows[0] ?? beginning
}

/**
 * It takes two readers: a later one adds checkpoints up to where the first one read, when every transaction that was
 * writing to the table then has ended, so that nothing can appear below.
 */
async function extend(
  ctx: { db: Db; clock: { now(): Instant } },
  snapshots: Map<string, Snapshot>,
  measured: Measured,
  last: Checkpoint,
): Promise<void> {
  const { list, owner, table, owned } = measured
  const name = `${list} ${owner.kind} ${owner.id}`
  const seen = snapshots.get(name)
  if (seen && !(await haveEnded(ctx.db, writersOf(table), seen.writers))) return
  const { rows } = await sql<Snapshot>`
    select (select max(id) from ${sql.table(table)} where ${owned}) as "throughId",
           ${writersOf(table)} as writers`.execute(ctx.db.read)
  snapshots.set(name, rows[0]!)
  if (!seen) return
  const checkpoints = await thousandsBehind(ctx.db, measured, { last, throughId: seen.throughId })
  const fixed = checkpoints.slice(0, Math.max(0, checkpoints.length - Number(margin / step)))
  if (fixed.length === 0) return
  const own = { list, owner_kind: owner.kind, owner_id: owner.id }
  const places = fixed.map(({ counts, ...checkpoint }) => ({ ...own, ...checkpoint, counts: jsonb(counts) }))
  await commit(
    { db: ctx.db, react: async () => [] },
    ctx.clock.now(),
    [
      insert('florin.list_checkpoints', places, {
        orElse: { conflict: ['list', 'owner_kind', 'owner_id', 'nth'], set: [] },
      }),
    ],
    'row-count-index',
  )
}

type NewCheckpoint = Checkpoint & { first_at: Instant; last_at: Instant; counts: Readonly<Record<string, unknown>> }

async function thousandsBehind(
  db: Reader,
  { table, owned, madeAt, counted = [] }: Measured,
  { last, throughId }: { last: Checkpoint; throughId: bigint },
): Promise<NewCheckpoint[]> {
  const values = counted.map((column) => sql`, ${sql.ref(column)}`)
  const { rows } = await sql<NewCheckpoint>`
    with numbered as (
      select id, ${sql.ref(madeAt)} as at, (row_number() over (order by id) - 1) / ${step}::bigint as thousand
        ${values.length > 0 ? sql.join(values, sql``) : sql``}
      from ${sql.table(table)} where ${owned} and id > ${last.id} and id <= ${throughId}
      order by id limit ${checkpointsAtOnce * step}
    )
    select ${last.nth}::bigint + (thousand + 1) * ${step}::bigint as nth, max(id) as id, min(at) as first_at,
           max(at) as last_at, ${countsByValue(counted)} as counts
    from numbered group by thousand having count(*) = ${step} order by thousand`.execute(db.read)
  return rows
}
/** A list of millions gets its checkpoints in several steps. */
const checkpointsAtOnce = 1_000n
