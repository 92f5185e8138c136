import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Instant } from '#kernel/base/clock.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { CodeChanged, codedWrites, coversNewId, needsCodes } from '#kernel/db/bound/code-writes.ts'
import type { Bound } from '#kernel/db/bound/open-bound.ts'
import { rowWritesOf } from '#kernel/db/commit/batch-shape.ts'
import { type ColumnTypes, UnknownColumn } from '#kernel/db/commit/column-types.ts'
import { type Committed, committed, committedIds, nothingCommitted, withKnownIds } from '#kernel/db/commit/committed.ts'
import { mergeInserts } from '#kernel/db/commit/merge-inserts.ts'
import { type Statement, toStatement } from '#kernel/db/commit/statement.ts'
import type { Announcement, Miss, Write } from '#kernel/db/commit/writes.ts'
import type { Db } from '#kernel/db/db.ts'
import { LockTimeout } from '#kernel/db/deadline.ts'
import { assertOutsideTransaction } from '#kernel/db/transaction-scope.ts'
import { rememberKey, rememberWrite } from '#kernel/db/written.ts'
import { traced } from '#kernel/telemetry/trace.ts'

export type { Committed } from '#kernel/db/commit/committed.ts'
export {
  type Announcement,
  announce,
  anyOf,
  atLeast,
  guard,
  increase,
  insert,
  type Miss,
  Ref,
  ref,
  returning,
  update,
  type Write,
} from '#kernel/db/commit/writes.ts'

/**
 * How Florin writes.
 *
 * A use case reads, decides, and describes its result as a list of `Write` values: rows to insert, rows to change or to
 * find unchanged *if they are still as it read them*, events to announce. `commit` carries the whole list out as one
 * SQL statement: one round trip, all or nothing. If another commit changed a row meanwhile, nothing is written, and the
 * write itself defines the consequence: `StaleWrite`, on which `decide` reads and decides again, or a refusal.
 *
 * So no lock is held while a use case decides, no transaction is open across a network call, and a change cannot be
 * separated from its journal entry and its event. Decisions that must read under a lock: `kernel/db/locked.ts`.
 */

/** What else must become true in the same commit because of an event. The list of them is `app/reactions`. */
export type React = (announcement: Announcement, now: Instant) => Promise<readonly Write[]>
export type Writer = {
  db: Db
  react: React
  /**
   * Called with every commit before it is sent: for the debug log, and for `florin explain-commit`, which stops it
   * there.
   */
  explain?: (useCase: string | undefined, writes: readonly Write[]) => void
}

/** Another writer was quicker: what was read is no longer so. Nothing was written. */
export class StaleWrite extends Error {
  override readonly name = 'StaleWrite'
}
/** A row with this key is already there, and the write did not say what that means. Nothing was written. */
export class DuplicateKey extends Error {
  override readonly name = 'DuplicateKey'
  readonly constraint: string
  constructor(constraint: string, options: ErrorOptions) {
    super(`a row with this key exists already: ${constraint}`, options)
    this.constraint = constraint
  }
}

/** What a commit has thrown says that nothing was written; after any other error it is not known. */
export const wroteNothing = (error: unknown): boolean =>
  error instanceof Refusal || error instanceof StaleWrite || error instanceof DuplicateKey

/**
 * Carries out all writes, and those that the reactions add, as one statement; commits of the same shape that come at the
 * same time share it (`batches.ts`). `useCase` is written into the statement as a comment, so that the database's own
 * logs say who wrote.
 */
export async function commit(
  { db, react, explain }: Writer,
  now: Instant,
  writes: readonly Write[],
  useCase?: string,
): Promise<Committed> {
  const all = await withReactions(react, now, writes)
  if (all.length === 0) return nothingCommitted
  // A transaction has no batches.
  if (db.batches) assertOutsideTransaction(`the commit of ${useCase ?? 'a use case'}`)
  explain?.(useCase, all)
  const carriedOut = await seen(db, useCase, () => carryOut(db, all, now, useCase))
  remember(db, all, now)
  return carriedOut
}

/** Sends the writes; those to bound tables get the codes of their rows first. */
async function carryOut(db: Db, all: readonly Write[], now: Instant, useCase: string | undefined): Promise<Committed> {
  const { bound } = db
  if (!needsCodes(bound, all)) return send(db, all, now, useCase)
  const name = useCase ?? 'commit'
  if (!db.batches || !coversNewId(bound, all)) return sendCoded(db, bound, all, now, useCase)
  // Asked for now: the transaction has one connection, and there may be no other.
  await Promise.all([db.columnTypes(), bound.covered(db)])
  return db.locked([], { name }, (tx) => sendCoded(tx, bound, all, now, useCase))
}

/** Another writer may change the code of a row in between: then it is read again. */
async function sendCoded(
  db: Db,
  bound: Bound,
  all: readonly Write[],
  now: Instant,
  useCase: string | undefined,
): Promise<Committed> {
  for (let tries = 1; ; tries++) {
    try {
      const { writes, ids } = await codedWrites(writingTo(db, bound), tries === 1 ? all : all.map(readAgain))
      return withKnownIds(await send(db, writes, now, useCase), ids)
    } catch (error) {
      if (!(error instanceof CodeChanged)) throw error
      if (tries >= triesMax) throw stale(error)
    }
  }
}

/** What its use case has read is not so any more. */
const readAgain = (write: Write): Write => (write.write === 'update' ? { ...write, wholeRow: undefined } : write)

const writingTo = ({ run, columnTypes, batches }: Pick<Db, 'run' | 'columnTypes' | 'batches'>, bound: Bound) => ({
  ...{ run, columnTypes, bound },
  isLocking: !batches,
})

type Sender = Pick<Db, 'run' | 'runByKeys' | 'columnTypes' | 'batches'>

function send(db: Sender, writes: readonly Write[], now: Instant, useCase: string | undefined): Promise<Committed> {
  const { batches, columnTypes } = db
  const alone = () => commitAlone(db, writes, now, useCase)
  const soon = () => commitAlone({ run: db.runByKeys, columnTypes }, writes, now, useCase)
  return batches ? batches.carryOut({ now, writes, useCase }, { alone, soon, together: committedIds }) : alone()
}

const noAttributes = {}

/** Reports a commit that was in vain to the observer of the database. */
async function seen<T>(db: Db, useCase: string | undefined, carryOut: () => Promise<T>): Promise<T> {
  try {
    return await traced(`commit ${useCase ?? 'unnamed'}`, noAttributes, carryOut)
  } catch (error) {
    if (error instanceof StaleWrite) db.observer?.stale(useCase)
    throw error
  }
}

/**
 * Carries out, inside `db.locked`, what was decided for many at once: as `commit` does, with each table written once.
 * The writes may be of any number of decisions, as long as no two change the same row. `isLast`: nothing follows in the
 * transaction, which is committed with the statement, in one way to the database.
 */
export async function commitTogether(
  { db, react, explain }: Writer,
  now: Instant,
  writes: readonly Write[],
  useCase?: string,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<void> {
  const all = await withReactions(react, now, writes)
  if (all.length === 0) return
  explain?.(useCase, all)
  const last = { columnTypes: db.columnTypes, run: (isLast && db.runLast) || db.run }
  await seen(db, useCase, async () => {
    const { bound } = db
    const writes = needsCodes(bound, all) ? (await codedWrites(writingTo(db, bound), all)).writes : all
    return commitAlone(last, mergeInserts(rowWritesOf({ now, writes })), now, useCase)
  })
  remember(db, all, now)
}

/** After the writes were carried out; within `db.locked`, as far as they are. */
function remember(db: Db, all: readonly Write[], now: Instant): void {
  rememberWrite()
  for (const write of all) if (write.write === 'insert' && write.table === 'florin.idempotency_keys') rememberKey(write)
  db.observer?.committed(all, now)
}

async function commitAlone(
  db: Pick<Db, 'run' | 'columnTypes'>,
  writes: readonly Write[],
  now: Instant,
  useCase: string | undefined,
): Promise<Committed> {
  const statement = await statementOf(db, writes, now, useCase)
  try {
    const [row] = await db.run(statement.text, statement.values)
    return committed(statement, row!)
  } catch (error) {
    throw meaningOf(error, writes)
  }
}

async function statementOf(
  db: Pick<Db, 'columnTypes'>,
  writes: readonly Write[],
  now: Instant,
  useCase: string | undefined,
): Promise<Statement> {
  const needsTypes = writes.some((write) => write.write === 'insert' && write.isList)
  if (!needsTypes) return toStatement(writes, { now, types: noTypes, useCase })
  try {
    return toStatement(writes, { now, types: await db.columnTypes(), useCase })
  } catch (error) {
    if (!(error instanceof UnknownColumn)) throw error
    return toStatement(writes, { now, types: await db.columnTypes(true), useCase })
  }
}
const noTypes: ColumnTypes = new Map()

/**
 * Reads, decides and writes; if another commit was first, reads and decides again, `most` times in all. Of
 * concurrent writers of one row one always wins, and the others retry after random pauses, which spreads the load.
 */
export async function decide<T>(work: () => Promise<T>, most = triesMax): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StaleWrite) || tries >= most) throw error
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

type DatabaseError = { code?: string; constraint?: string; detail?: string; schema?: string; table?: string }

/** What an error of the database means for these writes: the miss that a write has named, or the error itself. */
function meaningOf(error: unknown, writes: readonly Write[]): unknown {
  const { code, constraint = '', detail, schema, table } = error as DatabaseError
  switch (code) {
    case '40001':
    case '40P01':
      return stale(error)
    // It waited for a lock, or worked, for too long: the database has rolled it back.
    case '55P03':
    case '57014':
      return new LockTimeout((error as Error).message, { cause: error })
    case 'FL001': {
      const write = writes[Number(detail)]
      return errorOf(write?.write === 'update' || write?.write === 'guard' ? write.onMiss : 'stale', error)
    }
    // A row that excludes this one is the key that is taken.
    case '23P01':
    case '23505': {
      const misses = writes.flatMap((write) =>
        (write.write === 'insert' || write.write === 'update') && write.table === `${schema}.${table}`
          ? [write.onDuplicate[constraint]]
          : [],
      )
      const miss = misses.find((one) => one !== undefined)
      return miss ? errorOf(miss, error) : new DuplicateKey(constraint, { cause: error })
    }
    default:
      return error
  }
}

const errorOf = (miss: Miss, cause: unknown): Error => (miss === 'stale' ? stale(cause) : miss())
const stale = (cause: unknown): StaleWrite => new StaleWrite((cause as Error).message, { cause })
