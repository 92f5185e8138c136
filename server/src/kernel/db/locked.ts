import type { Kysely } from 'kysely'
import type { Write } from '#kernel/db/commit/writes.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { LockTimeout, openDeadline, type Timer } from '#kernel/db/deadline.ts'
import { kyselyOn } from '#kernel/db/kysely-on.ts'
import type { DbObserver } from '#kernel/db/observer.ts'
import type { Pool } from '#kernel/db/pool.ts'
import type { Schema } from '#kernel/db/schema.ts'
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
}

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
 * Throws `NoSuchRow` when a row is missing and `LockTimeout` after `deadlineMs`; then, as on any error, nothing is
 * written.
 */
export async function locked<T, Found = undefined>(
  { pool, columnTypes, observer }: Pick<Db, 'columnTypes' | 'observer'> & { pool: Pool },
  rows: readonly RowLocks[],
  { name, deadlineMs = deadlineMsDefault, read, timer }: LockedOptions<Found>,
  work: (tx: Db, found: Found) => Promise<T>,
): Promise<T> {
  const deadline = openDeadline(name, deadlineMs, timer)
  const [began, seen] = [performance.now(), observer && observeInside(observer)]
  let outcome: 'committed' | 'rolled_back' = 'rolled_back'
  try {
    const lease = await pool.connect()
    const result = await transact(lease, deadline, (transaction) =>
      inTransaction(name, async () => {
        const tx = dbOf(transaction, { columnTypes, observer: seen?.inside })
        const working = async () => {
          // All are sent at once: the connection carries them out in their order.
          const [, , found] = await firstError([
            begin(transaction, deadlineMs),
            lockRows(transaction, rows),
            read?.(tx),
          ])
          return work(tx, found as Found)
        }
        // When the deadline wins, `working` may go on, but what it sends throws.
        return Promise.race([working(), deadline.passed])
      }),
    )
    outcome = 'committed'
    seen?.commit()
    return result
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '55P03' || code === '57014')
      throw new LockTimeout(`${name} waited more than ${deadlineMs} ms`, { cause: error })
    throw error
  } finally {
    deadline.end()
    observer?.transaction(name, outcome, performance.now() - began)
  }
}

/** What is written inside is reported when the transaction is committed, and never when it is rolled back. */
function observeInside(observer: DbObserver): { inside: DbObserver; commit(): void } {
  const written: (readonly Write[])[] = []
  return {
    inside: { ...observer, committed: (writes) => void written.push(writes) },
    commit: () => {
      for (const writes of written) observer.committed(writes)
    },
  }
}

/** Connections are opened with the default limits. */
const begin = (tx: Transaction, deadlineMs: number) =>
  tx.query(
    deadlineMs === deadlineMsDefault
      ? 'begin'
      : `begin; set local lock_timeout = ${deadlineMs}; set local statement_timeout = ${deadlineMs}`,
  )

const deadlineMsDefault = 5_000
/** For the connections that transactions with locks are opened on. */
export const lockedSettings = { lock_timeout: deadlineMsDefault, statement_timeout: deadlineMsDefault }

async function lockRows(tx: Transaction, rows: readonly RowLocks[]): Promise<void> {
  const inOrder = rows.toSorted((one, other) => (one.table < other.table ? -1 : 1))
  await Promise.all(
    inOrder.map(async ({ table, ids }) => {
      const unique = [...new Set(ids.map(String))]
      const text = `select 1 from ${table} where id = any($1) order by id for no key update`
      const found = await tx.query(text, [unique])
      if (found.rows.length !== unique.length) throw new NoSuchRow(`${table} has not all of ${unique.join(', ')}`)
    }),
  )
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
