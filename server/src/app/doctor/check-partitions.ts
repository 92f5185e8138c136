import type pg from 'pg'
import { partitionTroubles, type Trouble } from '#database/partitions/state.ts'
import { systemClock } from '#kernel/base/clock.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Whether tables that are partitioned have room for the next month, and whether a change of them was stopped. */
export async function checkPartitions(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ at: string | null }>(
    `select to_char(max(furthest_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from florin.clock`,
  )
  // The clock of a staging installation may be ahead.
  const moments = [systemClock.now(), ...(rows[0]?.at ? [Temporal.Instant.from(rows[0].at)] : [])]
  const { partitioned, troubles } = await partitionTroubles(client, moments.toSorted(Temporal.Instant.compare).at(-1)!)
  if (troubles.length === 0)
    return ok(
      'Partitions',
      partitioned === 0 ? 'are not used' : `of ${partitioned} tables are there, for the next month too`,
    )
  const says = troubles.map(({ table, wrong }) => `${table}: ${sentences[wrong]}`).join('; ')
  return warning(
    'Partitions',
    says,
    'A worker makes them every six hours; now: florin partitions ahead. docs/operating/scaling.md',
  )
}

const sentences: Readonly<Record<Trouble['wrong'], string>> = {
  'next is missing': 'the partition of the next month is missing, and its rows would go to the default one',
  'default has rows': 'rows are in the default partition, for which none was ready',
  'stopped in the middle': 'partitions enable was stopped, and its check would refuse rows one day',
}
