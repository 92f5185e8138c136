import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { inTransaction } from '#kernel/db/transaction-scope.ts'

/** Rows to lock by their ids. */
export type RowLocks = { table: keyof Schema & string; ids: readonly (bigint | number | string)[] }

export type LockedOptions = {
  /** The use case, for the server's logs and for errors. */
  name: string
  /** Lock waits, reads and the commit together; 5 seconds unless said. */
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
 * (a sum, a window, an approval): it locks the rows first, always in the order of table and id, and then runs `work` with
 * a `Db` that reads and commits inside it. `work` must do nothing but read, decide and `commit`; a call to the outside
 * throws. Everyone who decides about the same thing locks the same rows, so nobody is stale.
 *
 * Throws `NoSuchRow` when a row is missing and `LockTimeout` after `deadlineMs`; then, as on any error, nothing is written.
 */
export async function locked<T>(
  { read, columnTypes }: { read: Kysely<Schema>; columnTypes: Db['columnTypes'] },
  rows: readonly RowLocks[],
  { name, deadlineMs = 5_000 }: LockedOptions,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  const overdue = Promise.withResolvers<never>()
  const timer = setTimeout(() => overdue.reject(new LockTimeout(`${name} took more than ${deadlineMs} ms`)), deadlineMs)
  try {
    return await read.transaction().execute(async (tx) => {
      await sql`select set_config('lock_timeout', ${`${deadlineMs}ms`}, true),
        set_config('statement_timeout', ${`${deadlineMs}ms`}, true)`.execute(tx)
      await lockRows(tx, rows)
      // The callback's error undoes the transaction, also when the deadline wins and `work` goes on for nobody.
      return Promise.race([inTransaction(name, () => work(dbOf(tx, columnTypes))), overdue.promise])
    })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '55P03' || code === '57014')
      throw new LockTimeout(`${name} waited more than ${deadlineMs} ms`, { cause: error })
    throw error
  } finally {
    clearTimeout(timer)
    overdue.promise.catch(() => undefined)
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

/** The transaction as a `Db`, so that stores and `commit` work in it as they do outside. */
const dbOf = (tx: Transaction<Schema>, columnTypes: Db['columnTypes']): Db => ({
  read: tx,
  columnTypes,
  run: async (text, values) =>
    (await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows,
  locked: () => refuse('locked'),
  snapshot: () => refuse('snapshot'),
  listen: () => refuse('listen'),
  close: () => refuse('close'),
})

const refuse = (what: string): Promise<never> =>
  Promise.reject(new Error(`${what} is not for the inside of a transaction`))
