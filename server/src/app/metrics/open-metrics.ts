import { countedPeriods } from '#acquiring/billing'
import { countedSessions } from '#acquiring/checkout'
import { countedCases } from '#acquiring/disputes'
import { countedMerchantPayouts } from '#acquiring/merchant-payouts'
import { countedPayments } from '#acquiring/payments'
import { countedEntries } from '#core/ledger'
import { countedAccounts } from '#issuing/accounts'
import { countedCards } from '#issuing/cards'
import { countedCardDisputes } from '#issuing/chargebacks'
import { countedLogins } from '#issuing/holders'
import { countedKyc } from '#issuing/kyc'
import { countedMatches } from '#issuing/screening'
import { countedSpending } from '#issuing/spending'
import { countedChallenges } from '#issuing/threeds'
import { countedTopups } from '#issuing/topups'
import { countWrites } from '#kernel/db/counted-writes.ts'
import { observeDb } from '#kernel/db/db-metrics.ts'
import type { DbObserver } from '#kernel/db/observer.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { type Metrics, noMetrics, openMetrics } from '#kernel/telemetry/metrics.ts'
import { countedDeliveries } from '#kernel/work/work-metrics.ts'
import type { Config } from '../config.ts'
import { florinVersion } from '../version.ts'
import { allMetrics } from './catalogue.ts'
import { buildInfo, stateReadFailures } from './program-metrics.ts'

const countedWrites = [
  countedPayments,
  countedSessions,
  countedPeriods,
  countedCases,
  countedMerchantPayouts,
  countedEntries,
  countedSpending,
  countedCards,
  countedChallenges,
  countedCardDisputes,
  countedTopups,
  countedAccounts,
  countedKyc,
  countedMatches,
  countedLogins,
  countedDeliveries({
    'notifications.notifications': 'notifications',
    'webhooks.events': 'webhooks',
    'emails.emails': 'emails',
    'holders.emails': 'holder_emails',
    'staff_emails.emails': 'staff_emails',
  }),
]

/** The figures of this process, and what sees its database. Without a port for metrics only slow statements are looked at. */
export async function openMeasuring({ config, log }: { config: Config; log: Log }): Promise<{
  metrics: Metrics
  observer: DbObserver
}> {
  const failed = (error: unknown): void => {
    metrics.count(stateReadFailures, {})
    log.error({ err: error }, 'a figure for metrics could not be made')
  }
  const metrics: Metrics =
    config.metrics === undefined ? noMetrics : await openMetrics(allMetrics, { onError: (error) => failed(error) })
  if (metrics.isOn) {
    const labels = {
      version: florinVersion,
      node: process.version,
      roles: config.roles.join(' '),
    }
    metrics.beforeScrape(() => metrics.replace(buildInfo, [{ labels, value: 1 }]))
  }
  const counts = metrics.isOn ? countWrites(metrics, countedWrites, failed) : () => undefined
  return { metrics, observer: observeDb({ metrics, log, slowMs: config.slowStatementMs, counts }) }
}
