import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { writerAmong } from '#kernel/db/servers.ts'
import { applySettings, sessions } from '#kernel/db/session-settings.ts'
import { oneTransaction } from '../one-transaction.ts'

/** Only one program at a time changes partitions of a database ("Partit" in ASCII). */
const turnLock = '88323573574004'

/**
 * Runs `work` with a connection of the user who owns the tables, the one of DATABASE_URL, while no other program changes
 * partitions. Returns undefined when another one does and `waitMs` have passed.
 */
export async function asOwner<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  { waitMs = 0 }: { waitMs?: number } = {},
): Promise<{ done: T } | undefined> {
  const client = new pg.Client({ connectionString: await writerAmong(url), application_name: 'florin partitions' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await applySettings(client, sessions.schema)
    for (const until = performance.now() + waitMs; ; await pause(turnEveryMs)) {
      const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${turnLock}) as mine`)
      if (rows[0]!.mine) return { done: await work(client) }
      if (performance.now() >= until) return undefined
    }
  } finally {
    // Ends the session, and with it its locks.
    await client.end().catch(() => undefined)
  }
}
const turnEveryMs = 200

export type ShortLock = { heldMs: number; tries: number }

/**
 * Runs `work` in a transaction that holds a table alone. Statements that come after us wait as long as we wait, so
 * we do not wait long: in `lockWaitMs` the lock is ours, or we let everybody pass and try again later. Throws who is in
 * the way when no try came through.
 */
export async function underShortLock(
  client: pg.Client,
  tables: readonly string[],
  work: () => Promise<void>,
  { tries = lockTries, pauseMs = lockPauseMs }: { tries?: number; pauseMs?: number } = {},
): Promise<ShortLock> {
  for (let tried = 1; ; tried++) {
    let lockedAt: number | undefined
    try {
      await oneTransaction(
        client,
        async () => {
          await client.query(`lock table ${tables.join(', ')} in access exclusive mode`)
          lockedAt = performance.now()
          await work()
        },
        { begin: `begin; set local lock_timeout = ${lockWaitMs}; set local statement_timeout = ${workMaxMs}` },
      )
      return { heldMs: performance.now() - lockedAt!, tries: tried }
    } catch (error) {
      if (!isLockError(error)) throw error
      if (tried >= tries) throw new Error(await whoIsInTheWay(client, tables), { cause: error })
      await pause(pauseMs)
    }
  }
}
const lockWaitMs = 200
const lockPauseMs = 500
const lockTries = 120
/** What is done under the lock only changes the catalogue; when it does not end soon, something is read that should not be. */
const workMaxMs = 5_000

/** Lock not available, deadlock (PostgreSQL manual, appendix A). */
const isLockError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')

async function whoIsInTheWay(client: pg.Client, tables: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ who: string }>(
    `select distinct format('%s (pid %s, since %s)', coalesce(nullif(a.application_name, ''), a.usename), a.pid, a.xact_start) as who
       from pg_locks l join pg_stat_activity a using (pid)
      where l.relation = any($1::text[]::regclass[]) and l.granted and a.pid <> pg_backend_pid()`,
    [tables],
  )
  const who = rows.map((row) => row.who).join(', ') || 'others'
  return `${tables.join(', ')} cannot be locked: ${who} uses it in a long transaction. Nothing was changed; try again when that has ended.`
}
