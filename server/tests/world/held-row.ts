import pg from 'pg'
import { onTestFinished } from 'vitest'

/** Rows that somebody else keeps locked, so that everybody who wants to change them has to queue. */
export type HeldRow = {
  /** Comes back when so many connections wait for a lock. */
  untilWaiting(count: number): Promise<void>
  release(): Promise<void>
}

/**
 * Locks what a query finds (`select ... for update`) from outside of the house. A race test must force the race: hold
 * the row, start everybody, wait until all of them wait, let go.
 */
export async function holdRow(url: string, select: string): Promise<HeldRow> {
  const client = await connectAsSuperuser(url)
  await client.query('begin')
  const { rowCount } = await client.query(`${select} for update`)
  if (!rowCount) throw new Error(`there is no row to hold: ${select}`)
  // Asked on a connection of its own: within a transaction, the list of activities is a snapshot.
  const watcher = await connectAsSuperuser(url)
  return {
    untilWaiting: async (count) => {
      for (let looks = 0; looks < looksMax; looks++) {
        const { rows } = await watcher.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        if (rows[0]!.waiting >= count) return
      }
      throw new Error(`fewer than ${count} wait for the row`)
    },
    release: async () => {
      await client.query('commit')
    },
  }
}
const looksMax = 20_000

/** A connection that no rule of the house binds, for planting what must not be. It closes when the test is finished. */
export async function connectAsSuperuser(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
