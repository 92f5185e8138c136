import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Instant } from '#kernel/base/clock.ts'
import { toStatement } from '#kernel/db/commit/statement.ts'
import type { Announcement, Ref, Write } from '#kernel/db/commit/writes.ts'
import type { Db } from '#kernel/db/db.ts'

export {
  type Announcement,
  announce,
  anyOf,
  atLeast,
  increase,
  insert,
  Ref,
  ref,
  update,
  type Write,
} from '#kernel/db/commit/writes.ts'

/**
 * How this house writes.
 *
 * A use case reads, decides, and describes what must become true as a list of `Write` values: rows to insert, rows to
 * change *if they are still as we read them*, events to announce. `commit` carries the whole list out as one SQL
 * statement: one round trip, all or nothing. If a row was changed by somebody else meanwhile, nothing is written and
 * `StaleWrite` is thrown; `decide` then reads and decides again.
 *
 * So no lock is held while we think, no transaction is ever open across a network call, and the journal entry and the
 * event of a change cannot be separated from it.
 */

/** What else must become true in the same commit because of an event. The list of them is `reactions.ts`. */
export type React = (announcement: Announcement, now: Instant) => Promise<readonly Write[]>
export type Writer = {
  db: Db
  react: React
  /** Where many commits come at once they may be carried out together (`kernel/crowd.ts`); otherwise each by itself. */
  batch?: (now: Instant, writes: readonly Write[]) => Promise<ReadonlyMap<Ref, bigint> | undefined>
}

/** Another writer was quicker: what we read is no longer so. Nothing was written. */
export class StaleWrite extends Error {
  override readonly name = 'StaleWrite'
}
/** A row with this natural key is already there. Nothing was written. */
export class AlreadyThere extends Error {
  override readonly name = 'AlreadyThere'
  readonly constraint: string
  constructor(constraint: string, options: ErrorOptions) {
    super(`a row with this key exists already: ${constraint}`, options)
    this.constraint = constraint
  }
}

/** Gives the generated id of a row that the commit inserted. */
export type Ids = <Id extends bigint = bigint>(of: Ref) => Id

/** Carries out all writes, and those that the reactions add, as one statement. */
export async function commit({ db, react, batch }: Writer, now: Instant, writes: readonly Write[]): Promise<Ids> {
  const all = await withReactions(react, now, writes)
  if (all.length === 0) return noIds
  const given = await batch?.(now, all)
  if (given) return <Id extends bigint>(of: Ref) => (given.get(of) as Id | undefined) ?? noIds(of)
  const { text, values, names } = toStatement(all, now)
  try {
    const [row] = await db.run(text, values)
    return <Id extends bigint>(of: Ref) => {
      const name = names.get(of)
      return name ? (row![name] as Id) : noIds(of)
    }
  } catch (error) {
    throw translated(error)
  }
}

const noIds: Ids = (of) => {
  throw new Error(`nothing was inserted as ${of.label}`)
}

/**
 * Reads, decides and writes; when somebody else was quicker, reads and decides again, `triesMax` times in all. Of those
 * who meet on one row one always wins, and the losers come back after pauses of chance, so that a crowd thins out.
 */
export async function decide<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StaleWrite) || tries === triesMax) throw error
      if (tries >= triesWithoutPause) await setTimeout(randomInt(pauseMsMax))
    }
  }
}
const triesMax = 30
const triesWithoutPause = 3
const pauseMsMax = 20

async function withReactions(react: React, now: Instant, writes: readonly Write[], depth = 0): Promise<Write[]> {
  if (depth > reactionDepthMax) throw new Error('reactions go in a circle')
  const all: Write[] = []
  for (const write of writes) {
    all.push(write)
    if (write.write === 'announce') all.push(...(await withReactions(react, now, await react(write, now), depth + 1)))
  }
  return all
}
const reactionDepthMax = 8

function translated(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === 'FL001' || code === '40001' || code === '40P01')
    return new StaleWrite((error as Error).message, { cause: error })
  if (code === '23505') return new AlreadyThere(constraint ?? '', { cause: error })
  return error
}
