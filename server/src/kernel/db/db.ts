import { CompiledQuery, type Kysely } from 'kysely'
import pg from 'pg'
import type { Instant } from '#kernel/base/clock.ts'
import type { Bound } from '#kernel/db/bound/open-bound.ts'
import { type Batches, openBatches } from '#kernel/db/commit/batches.ts'
import { type ColumnTypes, rememberColumnTypes } from '#kernel/db/commit/column-types.ts'
import { kyselyOn } from '#kernel/db/kysely-on.ts'
import { openLines, openPlaces } from '#kernel/db/lines.ts'
import { listen } from '#kernel/db/listen.ts'
import { type Held, type LockedOptions, locked, type RowLocks } from '#kernel/db/locked.ts'
import type { DbObserver } from '#kernel/db/observer.ts'
import { openPool, waitForConnectionMs } from '#kernel/db/pool.ts'
import { connectionName } from '#kernel/db/program-names.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { openServers, serverUrls } from '#kernel/db/servers.ts'
import { lockWaitMs, type SessionSettings, sessions } from '#kernel/db/session-settings.ts'

export { type JsonText, jsonb } from '#kernel/db/jsonb.ts'

/** Money and ids are bigints in PostgreSQL and stay so here; moments become `Temporal.Instant`. */
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readInstant)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => Temporal.PlainDate.from(text))

/**
 * The database. `read` is for queries only (Kysely, typed by `Schema`); whatever changes the database goes through
 * `commit` (`kernel/db/commit`), which alone calls `run` with writes.
 */
export type Db = Reader & {
  /**
   * Runs all queries against one snapshot of the database, however long they take and whatever is written meanwhile.
   * It has its own connection, and each of its statements may run for `statementTimeoutMs`.
   */
  snapshot<T>(work: (moment: Reader) => Promise<T>, limits?: { statementTimeoutMs?: number }): Promise<T>
  /** A short transaction that begins with locks on rows, for what must be decided under them: `kernel/db/locked.ts`. */
  locked<T, Found = undefined>(
    rows: readonly RowLocks[],
    options: LockedOptions<Found>,
    work: (tx: Db, found: Found, held: Held) => Promise<T>,
  ): Promise<T>
  /**
   * One statement that leases rows, or reads those of several tables. It finds them by keys, and a lease skips those that
   * are locked, so it runs on the connections of the batches: planned once for each of them, and never for what a table
   * holds at the moment.
   */
  runByKeys(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Calls back on every NOTIFY of the channel, and reconnects when the connection breaks. */
  listen(channel: string, listening: (payload: string) => void): Promise<{ stop(): Promise<void> }>
  /** The SQL types of all columns, for lists of rows in a commit. */
  columnTypes(isMissing?: boolean): Promise<ColumnTypes>
  /** Carries out commits of one shape together; absent in a transaction, whose commits are carried out in it. */
  readonly batches?: Batches
  /** How many decisions and commits wait in this process for rows that others of it want. */
  inLine(): number
  /** Receives what is committed, and how long it takes. In a transaction: when that is committed. */
  readonly observer?: DbObserver | undefined
  /** The tables whose rows have codes, made by `commit`; undefined where nobody writes or reads such rows. */
  readonly bound: Bound | undefined
  /** In a transaction alone: its last statement, with which it is committed. */
  runLast?(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

export type Reader = {
  readonly read: Kysely<Schema>
  /** One statement, named (prepared once per connection). */
  run(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
}

export type DbOptions = {
  /** The role every connection takes on: it decides which schemas can be touched. */
  role: 'florin_app' | 'florin_vault' | 'florin_issuer'
  connectionsMax?: number
  /** A statement that runs longer is cancelled by the database. */
  statementTimeoutMs?: number
  /** How long a statement may wait for a free connection; half a minute unless set. */
  waitForConnectionMs?: number
  /** How long a connection is kept that nobody uses; ten minutes unless set. */
  keptIdleMs?: number
  observer?: DbObserver | undefined
  /** Whatever would write is refused by the database. */
  isReadOnly?: boolean
}

/** A url may name several servers; then it is the one that takes writes, whichever that is (`kernel/servers.ts`). */
export function openDb(url: string, options: DbOptions): Db {
  const { role, connectionsMax = 16, statementTimeoutMs = 15_000, observer } = options
  const { keptIdleMs, isReadOnly = false, waitForConnectionMs: waitMs = waitForConnectionMs } = options
  const urls = serverUrls(url)
  const servers = urls.length > 1 ? openServers(urls) : undefined
  const name = connectionName(role, url)
  const settings = (timeoutMs: number): SessionSettings => ({
    role,
    // A name in the url would win over that of the driver's own options.
    application_name: name,
    statement_timeout: timeoutMs,
    ...(isReadOnly && { default_transaction_read_only: 'on' }),
    ...sessions.statements,
  })
  const few = Math.max(2, Math.ceil(connectionsMax / 4))
  const connection = { connectionString: url, application_name: name, ...aliveness }
  const open = (kind: keyof typeof sessions, max: number, timeoutMs: number, how: pg.PoolConfig = {}) =>
    openPool(
      { ...connection, ...how, max },
      {
        ...{ servers, timeoutMs, waitMs, keptIdleMs, settings: { ...settings(timeoutMs), ...sessions[kind] } },
        seen: observer && { name: kind === 'statements' ? role : `${role} ${kind}`, observer },
      },
    )
  const pool = open('statements', connectionsMax, statementTimeoutMs)
  const read = kyselyOn(pool)
  // Transactions that wait for a lock have connections of their own: those who hold it need others to go on.
  const lockingPool = open('locks', few, statementTimeoutMs, { pipeline: true })
  // Decisions that wait for rows take half of these connections at most.
  const waits = { lines: openLines(), places: openPlaces(Math.floor(few / 2)), ours: new Map<string, number>() }
  const aloneLines = openLines({ sharing: few })
  const alonePlaces = openPlaces(Math.max(1, Math.floor(connectionsMax / 2)))
  const columnTypes = rememberColumnTypes(pool.run)
  const batchPool = open('batches', few, statementTimeoutMs)
  return {
    batches: openBatches(
      { run: batchPool.run, columnTypes },
      {
        ...{ most: batchMax, aloneMs: lockWaitMs },
        ...{ lines: aloneLines, places: alonePlaces, lineMs: Math.min(statementTimeoutMs, waitMs) },
      },
    ),
    read,
    run: pool.run,
    runByKeys: batchPool.run,
    observer,
    bound: undefined,
    columnTypes,
    inLine: () => waits.lines.waiting() + aloneLines.waiting(),
    // Without rows it waits for no lock, and one that has a lock may need it to go on.
    locked: (rows, options, work) =>
      locked({ ...waits, pool: rows.length === 0 ? pool : lockingPool, columnTypes, observer }, rows, options, work),
    snapshot: async (work, limits = {}) => {
      const own = open('snapshots', 1, limits.statementTimeoutMs ?? statementTimeoutMs)
      const reader = kyselyOn(own)
      return snapshotOf(reader, work).finally(() => reader.destroy())
    },
    listen: (channel, listening) =>
      listen({ ...connection, settings: settings(statementTimeoutMs) }, servers, channel, listening),
    close: async () => {
      servers?.close()
      await Promise.all([pool.end(), batchPool.end(), lockingPool.end()])
    },
  }
}

/** More commits of one shape are more batches. */
const batchMax = 200
/**
 * A machine that vanishes does not close its connections: the system probes silent ones, and gives up after ten tries.
 */
const aliveness = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/**
 * A moment as the database writes it. What lies beyond the range of moments here, such as `infinity` or a year before Christ, is
 * the last or the first of them: nothing of ours writes one, and a single such row must not keep others from being read.
 */
function readInstant(text: string): Instant {
  try {
    return Temporal.Instant.from(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return Temporal.Instant.fromEpochMilliseconds(/^-|BC$/.test(text) ? -furthestMs : furthestMs)
  }
}
const furthestMs = 8_640_000_000_000_000

/** Runs on a connection of this reader's pool. */
export const snapshotOf = <T>(read: Kysely<Schema>, work: (moment: Reader) => Promise<T>): Promise<T> =>
  read
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((moment) =>
      work({
        read: moment,
        run: async (text, values) =>
          (await moment.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, [...values]))).rows,
      }),
    )
