import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, type Metric } from '#kernel/telemetry/metric.ts'

const periods = counter({
  name: 'florin_billing_periods_total',
  help: 'Periods of orders: opened when they fall due, and then paid or uncollectible.',
  labels: ['status'],
})
const failedRenewals = counter({
  name: 'florin_renewals_failed_total',
  help: 'Declined charges of a period that will be tried again, by reason and by how often the period was declined.',
  labels: ['reason', 'attempt'],
})

export const billingMetrics: readonly Metric[] = [periods, failedRenewals]

export const countedPeriods: CountedWrites = {
  inserts: { 'billing.periods': (metrics, { status }) => metrics.count(periods, { status: String(status) }) },
  updates: {
    'billing.periods': (metrics, { status }) => {
      if (status === 'paid' || status === 'uncollectible') metrics.count(periods, { status })
    },
  },
  events: {
    orderPaymentFailed: (metrics, { subject: { reason, billingPeriod } }) =>
      metrics.count(failedRenewals, { reason, attempt: Math.min(billingPeriod.failures, attemptsShown) }),
  },
}
/** Every further attempt is counted as this one. */
const attemptsShown = 10
