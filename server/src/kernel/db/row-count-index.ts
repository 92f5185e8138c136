import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { haveEnded, type TableWriters, writersOf } from '#kernel/db/table-writers.ts'
import type { PageRange } from './list.ts'

/**
 * Counts a list that only grows. Every thousandth entry has a checkpoint with its number, so the length of the list and
 * the start of any page are found by reading from the nearest checkpoint, however long the list is; counting a million
 * rows takes a hundred times longer. Readers make the checkpoints, and only where no entry with a smaller id can appear
 * any more: ids are assigned before rows are committed, so the newest entries have none yet.
 */
export type RowCountIndex = { read(db: Reader, range: PageRange): Promise<{ ids: bigint[]; total: number }> }

export type Measured = {
  /** Names the list among the checkpoints: `payments`. */
  list: string
  owner: Owner
  /** An index must begin with the columns of `owned` and continue with the id. */
  table: keyof Schema & string
  owned: RawBuilder<SqlBool>
}

const step = 1_000n
/** Up to this many entries behind the last checkpoint are counted; from there on, a reader adds checkpoints. */
const uncheckpointedMax = 4n * step
/** The newest entries get no checkpoint, nor does anything that was being written. */
const margin = step

type Checkpoint = { nth: bigint; id: bigint }
const beginning: Checkpoint = { nth: 0n, id: 0n }

/** How far a list was read: its last id, and who was writing then. */
type Snapshot = { throughId: bigint; writers: TableWriters }

/** One for the whole process: it remembers up to where each list may get checkpoints next. */
export function openRowCountIndexes(ctx: { db: Db; clock: { now(): Instant } }): (measured: Measured) => RowCountIndex {
  const snapshots = new Map<string, Snapshot>()
  return (measured) => ({
    read: async (db, range) => {
      const { total, last } = await lengthOf(db, measured, range.throughId)
      const ids = await idsOf(db, measured, range, total)
      const uncheckpointed = total - last.nth
      if (range.throughId === undefined && uncheckpointed > uncheckpointedMax)
        await extend(ctx, snapshots, measured, last)
      return { ids, total: Number(total) }
    },
  })
}

async function lengthOf(db: Reader, { table, owned, ...mine }: Measured, throughId: bigint | undefined) {
  const last = await checkpointBefore(db, mine, throughId === undefined ? sql`true` : sql`id <= ${throughId}`)
  const until = throughId === undefined ? sql`` : sql`and id <= ${throughId}`
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(table)} where ${owned} and id > ${last.id} ${until}`.execute(db.read)
  return { total: last.nth + rows[0]!.count, last }
}

/** Positions are counted from the oldest entry, number 0, because those never change. */
async function idsOf(
  db: Reader,
  { table, owned, ...mine }: Measured,
  { offset, limit, newestFirst, throughId }: PageRange,
  total: bigint,
): Promise<bigint[]> {
  const before = newestFirst ? total - BigInt(offset) : BigInt(offset + limit)
  const end = before < total ? before : total
  const start = newestFirst ? bigger(0n, end - BigInt(limit)) : BigInt(offset)
  if (end <= start) return []
  const checkpoint = await checkpointBefore(db, mine, sql`nth <= ${start}`)
  const until = throughId === undefined ? sql`` : sql`and id <= ${throughId}`
  const { rows } = await sql<{ id: bigint }>`
    select id from ${sql.table(table)} where ${owned} and id > ${checkpoint.id} ${until}
    order by id limit ${end - start} offset ${start - checkpoint.nth}`.execute(db.read)
  const ids = rows.map((row) => row.id)
  return newestFirst ? ids.reverse() : ids
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
  { list, owner, table, owned }: Measured,
  last: Checkpoint,
): Promise<void> {
  const name = `${list} ${owner.kind} ${owner.id}`
  const seen = snapshots.get(name)
  if (seen && !(await haveEnded(ctx.db, table, seen.writers))) return
  const { rows } = await sql<Snapshot>`
    select (select max(id) from ${sql.table(table)} where ${owned}) as "throughId",
           ${writersOf(table)} as writers`.execute(ctx.db.read)
  snapshots.set(name, rows[0]!)
  if (!seen) return
  const { rows: checkpoints } = await sql<Checkpoint>`
    select nth, id from (
      select id, row_number() over (order by id) + ${last.nth}::bigint as nth from ${sql.table(table)}
      where ${owned} and id > ${last.id} and id <= ${seen.throughId}
      order by id limit ${checkpointsAtOnce * step}
    ) as numbered where nth % ${step} = 0 order by nth`.execute(ctx.db.read)
  const fixed = checkpoints.slice(0, Math.max(0, checkpoints.length - Number(margin / step)))
  if (fixed.length === 0) return
  const places = fixed.map(({ nth, id }) => ({ list, owner_kind: owner.kind, owner_id: owner.id, nth, id }))
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
/** A list of millions gets its checkpoints in several steps. */
const checkpointsAtOnce = 5_000n

const bigger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
