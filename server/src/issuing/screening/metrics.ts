import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import type { Reader } from '#kernel/db/db.ts'
import { counter, type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'

const matches = counter({
  name: 'florin_screening_matches_total',
  help: 'Customers whom a comparison with sanctions lists has found: strong ones are suspended at once.',
  labels: ['strength'],
})

const notCompared = stateGauge({
  name: 'florin_screening_not_compared',
  help: 'Customers whom the newest comparison of everybody with the sanctions lists could not compare: their facts do not open, or it failed and is made again.',
})

export const screeningMetrics: readonly Metric[] = [matches, notCompared]

export async function readNotCompared(metrics: Metrics, db: Reader): Promise<void> {
  const [row] = await db.run(
    'select unreadable + cardinality(failed) as count from screening.runs where not superseded order by id desc limit 1',
    [],
  )
  metrics.replace(notCompared, row ? [{ labels: {}, value: Number(row.count) }] : [])
}

export const countedMatches: CountedWrites = {
  events: {
    personMatched: (metrics, { body: { strong } }) => metrics.count(matches, { strength: strong ? 'strong' : 'weak' }),
  },
}
