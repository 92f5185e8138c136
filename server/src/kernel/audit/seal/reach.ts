import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import { haveEnded, type TableWriters, writersOf } from '#kernel/db/table-writers.ts'
import { type Journal, nameOf, type Sealed } from './sealed.ts'
import { positionsStatement, reachStatement } from './statements.ts'
import type { Positions } from './tables.ts'

/** The next rows of one journal: behind one number through another, and how many. */
export type Batch = { after: bigint; through: bigint; rows: number }

export type Reach = {
  /** By the names of journals: of each where anything is new and no lower number is still to come. */
  batches: ReadonlyMap<string, Batch>
  /** The journals that are not reached up to their newest row, or to the first that has not come to rest. */
  behind: readonly string[]
  /** Of a journal only the first rows are taken: more can be sealed at once. */
  isFull: boolean
}

export const journalsOf = (sealed: readonly Sealed[]): Journal[] => [
  ...new Map(sealed.flatMap(({ feeds }) => feeds.map(({ journal }) => [nameOf(journal), journal]))).values(),
]

/** The journals that have rows behind these positions, whether these rows have come to rest or not. */
export async function journalsAhead(
  db: Pick<Db, 'run'>,
  journals: readonly Journal[],
  positions: Positions,
): Promise<{ journal: Journal; after: bigint; newest: bigint }[]> {
  const rows = (await db.run(positionsStatement(journals), [])) as { name: string; newest: bigint }[]
  const newest = new Map(rows.map((row) => [row.name, row.newest]))
  return journals
    .map((journal) => ({
      journal,
      after: BigInt(positions[nameOf(journal)] ?? 0),
      newest: newest.get(nameOf(journal)) ?? 0n,
    }))
    .filter((one) => one.newest > one.after)
}

/** How far each journal can be sealed now, by at most so many of its rows. */
export async function safeReach(
  db: Db,
  { journals, positions, sizeOf }: { journals: readonly Journal[]; positions: Positions; sizeOf(name: string): number },
): Promise<Reach> {
  const ahead = await journalsAhead(db, journals, positions)
  const found = await Promise.all(
    ahead.map(async ({ journal, after, newest }) => {
      const [name, size] = [nameOf(journal), sizeOf(nameOf(journal))]
      if (size === 0) return { name, isWhole: false, isFull: true }
      if (!(await writersEnd(db, journal.table))) return { name, isWhole: false, isFull: false }
      const [row] = await db.run(reachStatement(journal), [after, newest, size])
      const { through, rows } = row as { through: bigint | null; rows: bigint }
      const isWhole = through === newest || (journal.restUpTo !== undefined && Number(rows) < size)
      const isFull = Number(rows) === size
      if (through === null || through <= after) return { name, isWhole, isFull }
      return { name, isWhole, isFull, batch: { after, through, rows: Number(rows) } }
    }),
  )
  return {
    batches: new Map(found.flatMap(({ name, batch }) => (batch ? [[name, batch] as const] : []))),
    behind: found.filter(({ isWhole }) => !isWhole).map(({ name }) => name),
    isFull: found.some(({ isFull }) => isFull),
  }
}

/**
 * A commit takes a millisecond, and on a busy machine a second, so those under way are waited for; what takes longer is
 * left to the next seal.
 */
async function writersEnd(db: Db, table: Journal['table']): Promise<boolean> {
  const { rows } = await sql<{ writers: TableWriters }>`select ${writersOf(table)} as writers`.execute(db.read)
  for (let pauseMs = 5; pauseMs <= pauseMaxMs; pauseMs *= 2) {
    if (await haveEnded(db, writersOf(table), rows[0]!.writers)) return true
    await setTimeout(pauseMs)
  }
  return false
}
/** Each look waits twice as long as the one before: two and a half seconds together. */
const pauseMaxMs = 1_280
