import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, type Metric } from '#kernel/telemetry/metric.ts'

const logins = counter({
  name: 'florin_holder_logins_total',
  help: 'Log-ins of customers of partners: registered, logged in, failed.',
  labels: ['method', 'outcome'],
})

export const holderMetrics: readonly Metric[] = [logins]

export const countedLogins: CountedWrites = {
  events: {
    holderRegistered: (metrics, { body: { method } }) => metrics.count(logins, { method, outcome: 'registered' }),
    holderLoggedIn: (metrics, { body: { method } }) => metrics.count(logins, { method, outcome: 'logged_in' }),
    loginFailed: (metrics, { body: { method } }) => metrics.count(logins, { method, outcome: 'failed' }),
  },
}
