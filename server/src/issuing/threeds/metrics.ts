import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, type Metric } from '#kernel/telemetry/metric.ts'

const challenges = counter({
  name: 'florin_card_challenges_total',
  help: 'Holders who were asked to confirm a payment: requested, and then the status that it ended with.',
  labels: ['status'],
})

export const challengeMetrics: readonly Metric[] = [challenges]

export const countedChallenges: CountedWrites = {
  events: {
    challengeRequested: (metrics) => metrics.count(challenges, { status: 'requested' }),
    challengeCompleted: (metrics, { body: { status } }) => metrics.count(challenges, { status }),
  },
}
