import { counter, type Metric } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import type { RefusedNotes } from './refused.ts'

const refused = counter({
  name: 'florin_abuse_refusals_total',
  help: 'Attempts that were refused by a velocity limit, a rate limit or a block, or because they came too fast.',
  labels: ['limit'],
})

export const abuseMetrics: readonly Metric[] = [refused]

/** Counts what is noted, also where the note cannot be written. */
export const countedNotes = (metrics: Metrics, notes: RefusedNotes): RefusedNotes => ({
  note: (one) => {
    metrics.count(refused, { limit: one.name })
    return notes.note(one)
  },
  noteLimit: (name, key) => {
    metrics.count(refused, { limit: name })
    return notes.noteLimit(name, key)
  },
})
