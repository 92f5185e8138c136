import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Db } from '#kernel/db/db.ts'
import type { Pool } from '#kernel/db/pool.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { inTransaction } from '#kernel/db/transaction-scope.ts'

/** Rows to lock by their ids. */
export type RowLocks = { table: keyof Schema & string; ids: readonly (bigint | number | string)[] }

export type LockedOptions = {
  /** The use case, for the server's logs and for errors. */
  name: string
  /** The limit for lock waits, reads and the commit together; default: 5 seconds. */
  deadlineMs?: number
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
export async function locked<T>(
  { pool, columnTypes }: { pool: Pool; columnTypes: Db['columnTypes'] },
  rows: readonly RowLocks[],
  { name, deadlineMs = 5_000 }: LockedOptions,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const deadline = openDeadline(name, deadlineMs)
  try {
    const client = await pool.connect()
    return await inTransactionOf(client, deadline, async () => {
      // Both are sent at once: the connection carries them out in their order.
      await Promise.all([begin(client, deadlineMs), lockRows(client, rows)])
      // When the deadline wins, `work` may go on, but its queries throw (`check`).
      return Promise.race([inTransaction(name, () => work(dbOf(client, { columnTypes, deadline }))), deadline.passed])
    })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '55P03' || code === '57014')
      throw new LockTimeout(`${name} waited more than ${deadlineMs} ms`, { cause: error })
    throw error
  } finally {
    deadline.end()
  }
}

/** An error rolls the transaction back. Whatever is still under way then can send nothing any more. */
async function inTransactionOf<T>(client: pg.PoolClient, deadline: Deadline, work: () => Promise<T>): Promise<T> {
  let isBroken = false
  try {
    deadline.check()
    const result = await work()
    deadline.check()
    deadline.end()
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('a statement of the transaction has failed, and nothing was written')
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

const begin = (client: pg.PoolClient, deadlineMs: number) =>
  client.query(`begin; set local lock_timeout = ${deadlineMs}; set local statement_timeout = ${deadlineMs}`)

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

type Inside = { columnTypes: Db['columnTypes']; deadline: Deadline }

/**
 * The transaction as a `Db`, so that stores and `commit` work in it as they do outside; and only while it is open. What is
 * asked at the same time is sent at once, and answered in its order.
 */
function dbOf(client: pg.PoolClient, { columnTypes, deadline }: Inside): Db {
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
    run: async (text, values) => (await query(text, values)).rows,
    locked: () => refuse('locked'),
    claim: () => refuse('claim'),
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
