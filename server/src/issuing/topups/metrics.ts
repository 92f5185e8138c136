import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, type Metric } from '#kernel/telemetry/metric.ts'
import { waitingMetrics } from './crypto/waiting-metrics.ts'

const topups = counter({
  name: 'florin_topups_total',
  help: 'Topups by the status that they have come to.',
  labels: ['status'],
})
const reversals = counter({
  name: 'florin_topup_reversals_total',
  help: 'Completed topups whose payment was reversed, or whose money came back.',
  labels: ['kind'],
})

const toClosedAccounts = counter({
  name: 'florin_topup_returns_to_closed_accounts_total',
  help: 'Money of topups that came back to an account which is closed.',
})

export const topupMetrics: readonly Metric[] = [topups, reversals, toClosedAccounts, ...waitingMetrics]

export const countedTopups: CountedWrites = {
  events: {
    topupCreated: (metrics) => metrics.count(topups, { status: 'created' }),
    topupStatusChanged: (metrics, { body: { status } }) => metrics.count(topups, { status }),
    topupReversed: (metrics, { body: { kind, toClosedAccount } }) => {
      metrics.count(reversals, { kind })
      if (toClosedAccount) metrics.count(toClosedAccounts, {})
    },
  },
}
