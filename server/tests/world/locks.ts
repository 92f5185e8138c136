import pg from 'pg'
import type { Db } from '#kernel/db/db.ts'

export type HeldLock = { release(): Promise<void> }

/**
 * Forces races: a row is locked from outside the program until as many transactions wait for it as the test wants: in the
 * database, or in the lines of these programs. Those that wait for something else there, as any may for a moment on a busy
 * machine, are not counted while a row is held.
 */
export function holdLocks(databaseUrl: string, ...programs: readonly Pick<Db, 'inLine'>[]) {
  /** The server processes of the connections that hold rows. */
  const holders = new Set<number>()
  const waitingNow = async (client: pg.Client): Promise<number> => {
    const { rows } = await (holders.size === 0
      ? client.query<{ waiting: number }>(anyLock)
      : client.query<{ waiting: number }>(behindHolders, [[...holders]]))
    return programs.reduce((sum, { inLine }) => sum + inLine(), rows[0]!.waiting)
  }
  return {
    holdRow: async (table: string, id: bigint | string): Promise<HeldLock> => {
      const client = new pg.Client(databaseUrl)
      await client.connect()
      await client.query('begin')
      const { rowCount, rows } = await client.query<{ pid: number }>(
        `select pg_backend_pid() as pid from ${table} where id = $1 for update`,
        [id],
      )
      if (rowCount !== 1) throw new Error(`there is no row ${id} in ${table}`)
      const { pid } = rows[0]!
      holders.add(pid)
      return {
        release: async () => {
          holders.delete(pid)
          await client.query('commit')
          await client.end()
        },
      }
    },
    untilWaiting: async (count: number): Promise<void> => {
      const client = new pg.Client(databaseUrl)
      await client.connect()
      try {
        for (let looks = 0; ; looks++) {
          const waiting = await waitingNow(client)
          if (waiting >= count) return
          if (looks > looksMax) throw new Error(`only ${waiting} of ${count} came to wait`)
          await client.query('select pg_sleep(0.005)')
        }
      } finally {
        await client.end()
      }
    },
    /** How many wait at this moment. */
    waiting: async (): Promise<number> => {
      const client = new pg.Client(databaseUrl)
      await client.connect()
      return waitingNow(client).finally(() => client.end())
    },
  }
}
/** Half a minute at least; on a busy machine each look takes longer, too. */
const looksMax = 6_000

const waits = `select pid, pg_blocking_pids(pid) as behind from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`
const anyLock = `select count(*)::int as waiting from (${waits}) as waits`
/** Of those who want one row, the first waits for its holder, and the next for the first. */
const behindHolders = `with recursive waits as materialized (${waits}),
  queue(pid) as (
    select pid from waits where behind && $1::int[]
    union select waits.pid from waits join queue on queue.pid = any(waits.behind))
  select count(*)::int as waiting from queue`
