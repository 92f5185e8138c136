import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, type Metric } from '#kernel/telemetry/metric.ts'

const matches = counter({
  name: 'florin_screening_matches_total',
  help: 'Customers whom a comparison with sanctions lists has found: strong ones are suspended at once.',
  labels: ['strength'],
})

export const screeningMetrics: readonly Metric[] = [matches]

export const countedMatches: CountedWrites = {
  events: {
    personMatched: (metrics, { body: { strong } }) => metrics.count(matches, { strength: strong ? 'strong' : 'weak' }),
  },
}
