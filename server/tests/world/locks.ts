import pg from 'pg'

export type HeldLock = { release(): Promise<void> }

/** Forces races: a row is locked from outside the program until as many transactions wait for it as the test wants. */
export function holdLocks(databaseUrl: string) {
  return {
    holdRow: async (table: string, id: bigint | string): Promise<HeldLock> => {
      const client = new pg.Client(databaseUrl)
      await client.connect()
      await client.query('begin')
      const { rowCount } = await client.query(`select 1 from ${table} where id = $1 for update`, [id])
      if (rowCount !== 1) throw new Error(`there is no row ${id} in ${table}`)
      return {
        release: async () => {
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
          const { rows } = await client.query<{ waiting: number }>(
            `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          if (rows[0]!.waiting >= count) return
          if (looks > looksMax) throw new Error(`only ${rows[0]!.waiting} of ${count} came to wait`)
          await client.query('select pg_sleep(0.005)')
        }
      } finally {
        await client.end()
      }
    },
  }
}
/** Half a minute at least; on a busy machine each look takes longer, too. */
const looksMax = 6_000
