import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Write } from '#kernel/db/commit/writes.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { DbObserver } from '#kernel/db/observer.ts'
import type { Pool } from '#kernel/db/pool.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { inTransaction } from '#kernel/db/transaction-scope.ts'

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
}

/** The deadline has passed. Nothing was written. */
export class LockTimeout extends Error {
  override readonly name = 'LockTimeout'
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
  { name, deadlineMs = deadlineMsDefault, read }: LockedOptions<Found>,
  work: (tx: Db, found: Found) => Promise<T>,
): Promise<T> {
  const deadline = openDeadline(name, deadlineMs)
  const [began, seen] = [performance.now(), observer && observeInside(observer)]
  let outcome: 'committed' | 'rolled_back' = 'rolled_back'
  try {
    const client = await pool.connect()
    const result = await inTransactionOf(client, deadline, async (commits) => {
      const tx = dbOf(client, { columnTypes, deadline, commits, observer: seen?.inside })
      return inTransaction(name, async () => {
        // All are sent at once: the connection carries them out in their order.
        const [, , found] = await firstError([begin(client, deadlineMs), lockRows(client, rows), read?.(tx)])
        // When the deadline wins, `work` may go on, but its queries throw (`check`).
        return Promise.race([work(tx, found as Found), deadline.passed])
      })
    })
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

/** Whether the transaction was committed together with its last statement. */
type Commits = { isDone: boolean }

/** An error rolls the transaction back. Whatever is still under way then can send nothing any more. */
async function inTransactionOf<T>(
  client: pg.PoolClient,
  deadline: Deadline,
  work: (commits: Commits) => Promise<T>,
): Promise<T> {
  let isBroken = false
  const commits = { isDone: false }
  try {
    deadline.check()
    const result = await work(commits)
    if (commits.isDone) return result
    deadline.check()
    deadline.end()
    await sendCommit(client)
    return result
  } catch (error) {
    deadline.end()
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** Waits for all of them. When several fail, which one has failed first says why the others have. */
async function firstError<const All extends readonly unknown[]>(all: All) {
  const ended = await Promise.allSettled(all)
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(all)
}

/** After a statement that has failed the database answers ROLLBACK. */
async function sendCommit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('a statement of the transaction has failed, and nothing was written')
}

/** Connections are opened with the default limits. */
const begin = (client: pg.PoolClient, deadlineMs: number) =>
  client.query(
    deadlineMs === deadlineMsDefault
      ? 'begin'
      : `begin; set local lock_timeout = ${deadlineMs}; set local statement_timeout = ${deadlineMs}`,
  )

const deadlineMsDefault = 5_000
/** For the connections that transactions with locks are opened on. */
export const lockedSettings = { lock_timeout: deadlineMsDefault, statement_timeout: deadlineMsDefault }

type Deadline = {
  /** Rejects with `LockTimeout` when the time is over. */
  passed: Promise<never>
  /** Throws when the time is over, or the transaction is. */
  check(): void
  end(): void
}

function openDeadline(name: string, deadlineMs: number): Deadline {
  const { promise: passed, reject } = Promise.withResolvers<never>()
  // It may be rejected before anybody waits for it.
  passed.catch(() => undefined)
  let over: Error | undefined
  const timer = setTimeout(() => {
    over = new LockTimeout(`${name} took more than ${deadlineMs} ms`)
    reject(over)
  }, deadlineMs)
  return {
    passed,
    check: () => {
      if (over) throw over
    },
    end: () => {
      clearTimeout(timer)
      over ??= new Error(`the transaction of ${name} has ended`)
    },
  }
}

async function lockRows(client: pg.PoolClient, rows: readonly RowLocks[]): Promise<void> {
  const inOrder = rows.toSorted((one, other) => (one.table < other.table ? -1 : 1))
  await Promise.all(
    inOrder.map(async ({ table, ids }) => {
      const unique = [...new Set(ids.map(String))]
      const text = `select 1 from ${table} where id = any($1) order by id for no key update`
      const found = await client.query(text, [unique])
      if (found.rows.length !== unique.length) throw new NoSuchRow(`${table} has not all of ${unique.join(', ')}`)
    }),
  )
}

type Inside = Pick<Db, 'columnTypes' | 'observer'> & { deadline: Deadline; commits: Commits }

/**
 * The transaction as a `Db`, so that stores and `commit` work in it as they do outside; and only while it is open. What is
 * asked at the same time is sent at once, and answered in its order.
 */
function dbOf(client: pg.PoolClient, { columnTypes, deadline, commits, observer }: Inside): Db {
  const query = async (text: string, values: readonly unknown[]) => {
    deadline.check()
    return client.query<Record<string, unknown>>(text, [...values])
  }
  let read: Kysely<Schema> | undefined
  return {
    get read() {
      read ??= kyselyOn(query)
      return read
    },
    columnTypes,
    observer,
    run: async (text, values) => (await query(text, values)).rows,
    runLast: async (text, values) => {
      const ran = query(text, values)
      // From here on the limits of the database hold: what is being committed is not given up.
      deadline.end()
      const [{ rows }] = await firstError([ran, sendCommit(client)])
      commits.isDone = true
      return rows
    },
    locked: () => refuse('locked'),
    runByKeys: () => refuse('runByKeys'),
    snapshot: () => refuse('snapshot'),
    listen: () => refuse('listen'),
    close: () => refuse('close'),
  }
}

/** Kysely on one connection, whose transaction it knows nothing of. */
function kyselyOn(query: (text: string, values: readonly unknown[]) => Promise<unknown>): Kysely<Schema> {
  const connection = { query, release: () => undefined }
  const pool = { connect: async () => connection, end: async () => undefined }
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: pool as unknown as pg.Pool }) })
}

const refuse = (what: string): Promise<never> =>
  Promise.reject(new Error(`${what} is not for the inside of a transaction`))
