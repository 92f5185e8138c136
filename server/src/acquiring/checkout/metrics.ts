import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, type Metric } from '#kernel/telemetry/metric.ts'

const sessions = counter({
  name: 'florin_checkout_sessions_total',
  help: 'Sessions of hosted payment pages: opened, and those that were cancelled or expired. What was paid, the payments say.',
  labels: ['outcome'],
})

export const checkoutMetrics: readonly Metric[] = [sessions]

export const countedSessions: CountedWrites = {
  inserts: { 'checkout.sessions': (metrics) => metrics.count(sessions, { outcome: 'opened' }) },
  updates: {
    'checkout.sessions': (metrics, { end_reason: outcome }) => {
      if (typeof outcome === 'string') metrics.count(sessions, { outcome })
    },
  },
}
