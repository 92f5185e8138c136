import type { Kysely } from 'kysely'
import type { Db, Reader } from '#kernel/db/db.ts'
import { LockTimeout, openDeadline, type Timer } from '#kernel/db/deadline.ts'
import { kyselyOn } from '#kernel/db/kysely-on.ts'
import { count, type Lines, type Places } from '#kernel/db/lines.ts'
import type { DbObserver } from '#kernel/db/observer.ts'
import type { Pool } from '#kernel/db/pool.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { lockedMs, lockWaitMs } from '#kernel/db/session-settings.ts'
import { firstError, type Transaction, transact } from '#kernel/db/transaction.ts'
import { inTransaction } from '#kernel/db/transaction-scope.ts'

export { LockTimeout } from '#kernel/db/deadline.ts'

/** Rows to lock by their ids. */
export type RowLocks = { table: keyof Schema & string; ids: readonly (bigint | number | string)[] }

export type LockedOptions<Found = undefined> = {
  /** The use case, for the server's logs and for errors. */
  name: string
  /** The limit for lock waits, reads and the commit together; default: 5 seconds. */
  deadlineMs?: number
  /**
   * What `work` needs in any case. It is asked for together with the locks, and read behind them: each statement sees what
   * was there when the locks were had.
   */
  read?: (tx: Reader) => Promise<Found>
  /**
   * Measures the deadline of the one who has the locks; by default `setTimeout`. Work that commits outside of the
   * transaction has a timer that never ends it: the locks would be free while that work goes on.
   */
  timer?: Timer
  /**
   * Only the rows that nobody holds or waits for are locked, at once; `work` learns which these are, and leaves the others to
   * those who can wait for them. For what is done for many together, of whom none may wait for the row of another.
   */
  takesFreeRows?: boolean
}

/** The ids of the rows that are locked. */
export type Held = ReadonlySet<string>

/** A row that was to be locked does not exist. Nothing was written. */
export class NoSuchRow extends Error {
  override readonly name = 'NoSuchRow'
}

/**
 * A short transaction for a decision that must read under a lock, because what it reads is more than the rows it writes
 * (a sum, a window, an approval): it locks the rows first, always in the order of table and id, and then runs `work`
 * with a `Db` that reads and commits inside it. `work` must only read, decide and `commit`; a call to the outside
 * throws. All decisions about the same thing lock the same rows, so none goes stale.
 *
 * It takes the rows at once where all are free. Where one is not, it goes into the line of its rows (`lines.ts`): however
 * many want one row, one of them waits with a connection, and all who wait leave connections to those who need not.
 *
 * Throws `NoSuchRow` when a row is missing and `LockTimeout` after `deadlineMs`; then, as on any error, nothing is
 * written.
 */
export async function locked<T, Found = undefined>(
  db: Locking,
  rows: readonly RowLocks[],
  options: LockedOptions<Found>,
  work: (tx: Db, found: Found, held: Held) => Promise<T>,
): Promise<T> {
  const { name, deadlineMs = lockedMs, timer, takesFreeRows = false } = options
  const names = namesOf(rows)
  const isFree = (row: string) => !db.lines.isWaitedFor(row)
  if (takesFreeRows) {
    const free = rows.map(({ table, ids }) => ({ table, ids: ids.filter((id) => isFree(rowName(table, id))) }))
    return takeFree(db, free, { ...options, deadlineMs }, work)
  }
  const atOnce = () => tryAtOnce(db, rows, { ...options, deadlineMs }, work)
  const done = names.every(isFree) ? await atOnce() : undefined
  if (done) return done.result
  const until = performance.now() + deadlineMs
  const waiting = openDeadline(name, deadlineMs, timer)
  const wait = async (): Promise<T> => {
    for (;;) {
      const leave = db.places.take()
      if (leave) {
        const left = Math.max(1, Math.ceil(until - performance.now()))
        return attempt(db, rows, { ...options, deadlineMs: left, lock: 'wait' }, work).finally(leave)
      }
      // All who may wait in the database wait for other rows: this one may be free by now.
      const done = await atOnce()
      if (done) return done.result
      await Promise.race([db.places.freed(), waiting.passed])
    }
  }
  return db.lines.inTurn({ own: names }, waiting.passed, wait).finally(waiting.end)
}

type Locking = Pick<Db, 'columnTypes' | 'observer'> & {
  pool: Pool
  lines: Lines
  places: Places
  /** The rows that transactions of this process have, or are about to have, with the number of those. */
  ours: Map<string, number>
}
/** How rows are locked: those that are free, all of them or none, all of them soon, or when those before are done. */
type Lock = 'free' | 'allAtOnce' | 'soon' | 'wait'
type Attempt<Found> = LockedOptions<Found> & { deadlineMs: number; lock: Lock }

/** Of the rows, somebody else holds one. Nothing was done. */
class NotFree extends Error {
  override readonly name = 'NotFree'
}

/** A row that this process has itself is free in a moment, and worth it: one batch is judged while the one before is written. */
function takeFree<T, Found>(
  db: Locking,
  rows: readonly RowLocks[],
  options: Omit<Attempt<Found>, 'lock'>,
  work: (tx: Db, found: Found, held: Held) => Promise<T>,
): Promise<T> {
  const free = () => attempt(db, rows, { ...options, lock: 'free' }, work)
  if (!namesOf(rows).some((row) => db.ours.has(row))) return free()
  return attempt(db, rows, { ...options, lock: 'soon' }, work).catch((error: unknown) => {
    if (error instanceof NotFree) return free()
    throw error
  })
}

/** Undefined: somebody holds one of the rows. */
const tryAtOnce = <T, Found>(
  db: Locking,
  rows: readonly RowLocks[],
  options: Omit<Attempt<Found>, 'lock'>,
  work: (tx: Db, found: Found, held: Held) => Promise<T>,
): Promise<{ result: T } | undefined> =>
  attempt(db, rows, { ...options, lock: 'allAtOnce' }, work).then(
    (result) => ({ result }),
    (error: unknown) => {
      if (!(error instanceof NotFree)) throw error
      return undefined
    },
  )

const namesOf = (rows: readonly RowLocks[]): string[] =>
  rows.flatMap(({ table, ids }) => ids.map((id) => rowName(table, id)))

async function attempt<T, Found>(
  { pool, columnTypes, observer, ours }: Locking,
  rows: readonly RowLocks[],
  { name, deadlineMs, read, timer, lock }: Attempt<Found>,
  work: (tx: Db, found: Found, held: Held) => Promise<T>,
): Promise<T> {
  const deadline = openDeadline(name, deadlineMs, timer)
  const names = namesOf(rows)
  for (const row of names) count(ours, row, 1)
  const [began, seen] = [performance.now(), observer && observeInside(observer)]
  let outcome: 'committed' | 'rolled_back' | undefined = 'rolled_back'
  try {
    const lease = await pool.connect()
    const result = await transact(lease, deadline, (transaction) =>
      inTransaction(name, async () => {
        const tx = dbOf(transaction, { columnTypes, observer: seen?.inside })
        const working = async () => {
          // All are sent at once: the connection carries them out in their order.
          const [, held, found] = await firstError([
            begin(transaction, deadlineMs, timer !== undefined),
            lockRows(transaction, rows, lock, deadlineMs),
            read?.(tx),
          ])
          return work(tx, found as Found, held)
        }
        // When the deadline wins, `working` may go on, but what it sends throws.
        return Promise.race([working(), deadline.passed])
      }),
    )
    outcome = 'committed'
    seen?.commit()
    return result
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (error instanceof NotFree || (lock === 'soon' && code === '55P03')) outcome = undefined
    if (!outcome) throw new NotFree(`${name} would have to wait`, { cause: error })
    if (endedByDatabase.has(code)) throw new LockTimeout(`${name} waited more than ${deadlineMs} ms`, { cause: error })
    throw error
  } finally {
    deadline.end()
    for (const row of names) count(ours, row, -1)
    if (outcome) observer?.transaction(name, outcome, performance.now() - began)
  }
}

/** A lock was not had in time, or a statement took too long: the database has rolled back. */
const endedByDatabase = new Set(['55P03', '57014'])

const rowName = (table: string, id: unknown): string => `${table} ${id}`

/** What is written inside is reported when the transaction is committed, and never when it is rolled back. */
function observeInside(observer: DbObserver): { inside: DbObserver; commit(): void } {
  const written: Parameters<DbObserver['committed']>[] = []
  return {
    inside: { ...observer, committed: (...commit) => void written.push(commit) },
    commit: () => {
      for (const commit of written) observer.committed(...commit)
    },
  }
}

/** Connections are opened with the default limits. A holder that measures the time itself may be silent for as long as its work takes. */
const begin = (tx: Transaction, deadlineMs: number, isTimed: boolean) => {
  const limits = `; set local lock_timeout = ${deadlineMs}; set local statement_timeout = ${deadlineMs}`
  const silence = '; set local idle_in_transaction_session_timeout = 0'
  return tx.query(`begin${deadlineMs === lockedMs ? '' : limits}${isTimed ? silence : ''}`)
}

async function lockRows(tx: Transaction, rows: readonly RowLocks[], lock: Lock, deadlineMs: number): Promise<Held> {
  const inOrder = rows.toSorted((one, other) => (one.table < other.table ? -1 : 1))
  const limit = (ms: number) => (lock === 'soon' ? [tx.query(`set local lock_timeout = ${ms}`)] : [])
  const limited = limit(lockWaitMs)
  const locking = inOrder.map(async ({ table, ids }) => {
    const unique = [...new Set(ids.map(String))]
    const skips = lock === 'wait' || lock === 'soon' ? '' : ' skip locked'
    const text = `select id::text from ${table} where id = any($1) order by id for no key update${skips}`
    const { rows: found } = await tx.query(text, [unique])
    if (found.length === unique.length || lock === 'free') return found.map(({ id }) => id as string)
    const missing = `${table} has not all of ${unique.join(', ')}`
    throw lock === 'allAtOnce' ? new NotFree(missing) : new NoSuchRow(missing)
  })
  const held = firstError(locking)
  // The connection carries out all of it in this order.
  await firstError([...limited, held, ...limit(deadlineMs)])
  return new Set((await held).flat())
}

type Inside = Pick<Db, 'columnTypes' | 'observer'>

/**
 * The transaction as a `Db`, so that stores and `commit` work in it as they do outside; and only while it is open. What is
 * asked at the same time is sent at once, and answered in its order.
 */
function dbOf(tx: Transaction, { columnTypes, observer }: Inside): Db {
  let read: Kysely<Schema> | undefined
  return {
    get read() {
      // Of the transaction it knows nothing.
      read ??= kyselyOn({ connect: async () => ({ query: tx.query, release }), end: async () => undefined })
      return read
    },
    bound: undefined,
    columnTypes,
    observer,
    run: async (text, values) => (await tx.query(text, values)).rows,
    runLast: async (text, values) => (await tx.queryLast(text, values)).rows,
    inLine: () => 0,
    locked: () => refuse('locked'),
    runByKeys: () => refuse('runByKeys'),
    snapshot: () => refuse('snapshot'),
    listen: () => refuse('listen'),
    close: () => refuse('close'),
  }
}

const release = () => undefined

const refuse = (what: string): Promise<never> =>
  Promise.reject(new Error(`${what} is not for the inside of a transaction`))
