import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, type Metric } from '#kernel/telemetry/metric.ts'

const cards = counter({
  name: 'florin_card_changes_total',
  help: 'Issued cards by what was done with them, such as create, activate, block or close.',
  labels: ['action'],
})

export const cardMetrics: readonly Metric[] = [cards]

export const countedCards: CountedWrites = {
  events: { cardStatusChanged: (metrics, { body: { action } }) => metrics.count(cards, { action }) },
}
