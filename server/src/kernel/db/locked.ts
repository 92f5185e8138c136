import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
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
  { read, columnTypes }: { read: Kysely<Schema>; columnTypes: Db['columnTypes'] },
  rows: readonly RowLocks[],
  { name, deadlineMs = 5_000 }: LockedOptions,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const deadline = openDeadline(name, deadlineMs)
  try {
    return await read.transaction().execute(async (tx) => {
      deadline.check()
      await sql`select set_config('lock_timeout', ${`${deadlineMs}ms`}, true),
        set_config('statement_timeout', ${`${deadlineMs}ms`}, true)`.execute(tx)
      await lockRows(tx, rows)
      // An error rolls the transaction back. When the deadline wins, `work` may go on, but its queries throw
      // (`check`).
      const result = await Promise.race([
        inTransaction(name, () => work(dbOf(tx, { columnTypes, deadline }))),
        deadline.passed,
      ])
      deadline.check()
      return result
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

async function lockRows(tx: Transaction<Schema>, rows: readonly RowLocks[]): Promise<void> {
  for (const { table, ids } of rows.toSorted((one, other) => (one.table < other.table ? -1 : 1))) {
    const unique = [...new Set(ids.map(String))]
    const found = await tx.executeQuery(
      CompiledQuery.raw(`select 1 from ${table} where id = any($1) order by id for no key update`, [unique]),
    )
    if (found.rows.length !== unique.length) throw new NoSuchRow(`${table} has not all of ${unique.join(', ')}`)
  }
}

type Inside = { columnTypes: Db['columnTypes']; deadline: Deadline }

/** The transaction as a `Db`, so that stores and `commit` work in it as they do outside; and only while it is open. */
function dbOf(tx: Transaction<Schema>, { columnTypes, deadline }: Inside): Db {
  const whileOpen = tx.withPlugin({
    transformQuery: ({ node }) => {
      deadline.check()
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return {
    read: whileOpen,
    columnTypes,
    run: async (text, values) => {
      deadline.check()
      return (await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows
    },
    locked: () => refuse('locked'),
    snapshot: () => refuse('snapshot'),
    listen: () => refuse('listen'),
    close: () => refuse('close'),
  }
}

const refuse = (what: string): Promise<never> =>
  Promise.reject(new Error(`${what} is not for the inside of a transaction`))
