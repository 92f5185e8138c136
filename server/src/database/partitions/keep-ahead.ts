import { makeAhead } from './ahead.ts'
import { removeLeftovers } from './enable.ts'
import { growingTables } from './growing-tables.ts'
import { asOwner } from './owner.ts'
import type { Recorder } from './recorder.ts'

export type KeptAhead = {
  made: readonly string[]
  /** Tables whose `enable` was stopped in the middle: its check would refuse rows one day, so it is gone. */
  cleared: readonly string[]
}

/**
 * Makes the next partitions of all tables that are partitioned, and removes what a stopped `enable` has left. Undefined when another
 * program is at it. Throws when the user of DATABASE_URL does not own the tables. `record` is called for each table with what was made.
 */
export async function keepAhead(url: string, now: Temporal.Instant, record?: Recorder): Promise<KeptAhead | undefined> {
  const kept = await asOwner(url, async (client) => {
    const made: string[] = []
    const cleared: string[] = []
    for (const growing of growingTables) {
      if (await removeLeftovers(client, growing.table)) cleared.push(growing.table)
      const names = await makeAhead(client, growing, now)
      made.push(...names)
      // PostgreSQL collects by itself what it knows of partitions, and not what it knows of the whole.
      if (names.length === 0) continue
      await record?.(client, { action: 'partitionsMade', table: growing.table, facts: { partitions: names } })
      await client.query(`analyze ${growing.table}`)
    }
    return { made, cleared }
  })
  return kept?.done
}
