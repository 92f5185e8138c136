import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, type Metric } from '#kernel/telemetry/metric.ts'

const disputes = counter({
  name: 'florin_card_disputes_total',
  help: 'Disputes of holders by the status that they have come to.',
  labels: ['status'],
})

export const cardDisputeMetrics: readonly Metric[] = [disputes]

export const countedCardDisputes: CountedWrites = {
  events: {
    cardDisputeSubmitted: (metrics, { subject: { status } }) => metrics.count(disputes, { status }),
    cardDisputeChanged: (metrics, { body: { status } }) => metrics.count(disputes, { status }),
  },
}
