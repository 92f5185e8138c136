import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, DuplicateKey, insert, type Write } from '#kernel/db/commit/commit.ts'
import { type Db, jsonb } from '#kernel/db/db.ts'
import { haveEnded, type TableWriters, writersOf } from '#kernel/db/table-writers.ts'
import { beginning, hashOf, type Page } from './chain.ts'
import { type Feed, type Journal, nameOf, type Sealed } from './sealed.ts'
import { pageStatement, positionsStatement, reachStatement } from './statements.ts'
import type { Detached, Positions } from './tables.ts'

export type SealContext = { db: Db; clock: Clock }

export type Sealing = {
  /** All kinds, in any order. */
  sealed: readonly Sealed[]
  /** Makes what must be there before rows are sealed, such as salts. Called when there is anything to seal. */
  prepare?: (ctx: SealContext, sealedUpTo: (table: string) => bigint) => Promise<void>
}

/**
 * Seals what is new, as one seal, and returns how many rows it covers; 0 when nothing is new or when another process was
 * quicker. It only reads what others have committed, so no payment waits for it, and rows whose numbers a transaction
 * has taken and not committed yet are left for a later seal together with all that follow them.
 */
export async function sealNewRows(ctx: SealContext, sealing: Sealing): Promise<number> {
  const { db } = ctx
  const last = await lastSeal(db)
  const reach = await safeReach(db, journalsOf(sealing.sealed), last.positions)
  if (Object.keys(reach).length === 0) return 0
  await sealing.prepare?.(ctx, (table) => BigInt(last.positions[table] ?? 0))
  const rangeOf = (feed: Feed) => {
    const name = nameOf(feed.journal)
    return { after: BigInt(last.positions[name] ?? 0), through: BigInt(reach[name] ?? last.positions[name] ?? 0) }
  }
  let count = 0
  const pages: Page[] = []
  for (const sealed of sealing.sealed) {
    if (sealed.feeds.every((feed) => rangeOf(feed).after === rangeOf(feed).through)) continue
    const ends = sealed.feeds.map(rangeOf).flatMap(({ after, through }) => [after, through])
    const [row] = await db.run(pageStatement(sealed), ends)
    const { keys, digests, rows } = row as { keys: string | null; digests: Uint8Array | null; rows: bigint }
    if (keys === null || digests === null) continue
    pages.push({ name: sealed.name, keys, digests })
    count += Number(rows)
  }
  return (await append(ctx, last, { positions: { ...last.positions, ...reach }, detached: null, pages })) ? count : 0
}

/**
 * Records that rows of a table are gone on purpose, moved away with their month or deleted when old: `verify` does not
 * look for them any more, and their seals stay in the chain.
 */
export async function sealDetachment({ db, clock }: SealContext, detached: Detached): Promise<void> {
  // Another process may seal at the same moment, and then the next place in the chain is tried.
  for (let tries = 1; tries <= triesMax; tries++) {
    const last = await lastSeal(db)
    if (await append({ db, clock }, last, { positions: last.positions, detached, pages: [] })) return
  }
  throw new Error('Other processes seal without a pause. Nothing was recorded; try again.')
}
const triesMax = 100

const journalsOf = (sealed: readonly Sealed[]): Journal[] => [
  ...new Map(sealed.flatMap(({ feeds }) => feeds.map(({ journal }) => [nameOf(journal), journal]))).values(),
]

type Last = { id: bigint; hash: Uint8Array; positions: Positions }

async function lastSeal(db: Db): Promise<Last> {
  const row = await db.read
    .selectFrom('seals.seals')
    .select(['id', 'hash', 'positions'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { id: 0n, hash: beginning, positions: {} }
}

/** How far each journal can be sealed now, of those where anything is new and no lower number is still to come. */
async function safeReach(db: Db, journals: readonly Journal[], positions: Positions): Promise<Positions> {
  const newest = (await db.run(positionsStatement(journals), [])) as { name: string; newest: bigint }[]
  const ahead = newest.flatMap(({ name, newest }) => {
    const journal = journals.find((one) => nameOf(one) === name)
    const after = BigInt(positions[name] ?? 0)
    return journal && newest > after ? [{ name, table: journal.table, after, newest }] : []
  })
  const reached = ahead.map(async ({ name, table, after, newest }) => {
    if (!(await writersEnd(db, table))) return []
    const [row] = await db.run(reachStatement({ table }, rowsMax), [after, newest])
    return [[name, String(row!.through ?? newest)] as const]
  })
  return Object.fromEntries((await Promise.all(reached)).flat())
}

/** A commit takes a millisecond, so those under way are waited for; one that takes longer is left to the next seal. */
async function writersEnd(db: Db, table: Journal['table']): Promise<boolean> {
  const { rows } = await sql<{ writers: TableWriters }>`select ${writersOf(table)} as writers`.execute(db.read)
  for (let looks = 1; looks <= looksMax; looks++) {
    if (await haveEnded(db, table, rows[0]!.writers)) return true
    await setTimeout(pauseMs)
  }
  return false
}
const looksMax = 20
const pauseMs = 5

/** Of one journal in one seal. */
export const rowsMax = 5_000

type Appended = { positions: Positions; detached: Detached | null; pages: readonly Page[] }

async function append({ db, clock }: SealContext, last: Last, { positions, detached, pages }: Appended) {
  const id = last.id + 1n
  const sealedAt = clock.wall().round('microsecond') // as exact as the database keeps it
  const hash = hashOf({ id, previous: last.hash, positions, detached, sealedAt, pages })
  const seal = insert('seals.seals', {
    id,
    previous: last.hash,
    hash,
    positions: jsonb(positions),
    detached: detached && jsonb(detached),
    sealed_at: sealedAt,
  })
  const written: Write[] = pages.map((page) => insert('seals.pages', { seal_id: id, ...page }))
  try {
    await commit({ db, react: async () => [] }, sealedAt, [seal, ...written], 'seal-new-rows')
    return true
  } catch (error) {
    if (error instanceof DuplicateKey) return false
    throw error
  }
}
