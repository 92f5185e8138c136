import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, type Metric } from '#kernel/telemetry/metric.ts'

const onClosedAccounts = counter({
  name: 'florin_bookings_on_closed_accounts_total',
  help: 'Entries on accounts of customers which are closed, by recipe: clearings, refunds, and topups that came back.',
  labels: ['recipe'],
})

export const accountMetrics: readonly Metric[] = [onClosedAccounts]

export const countedAccounts: CountedWrites = {
  inserts: {
    'accounts.late_bookings': (metrics, { recipe }) => metrics.count(onClosedAccounts, { recipe: String(recipe) }),
  },
}
