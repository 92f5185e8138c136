import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import { walletExpiries } from './expiry.ts'
import { walletAccounts } from './store.ts'

const valid = stateGauge({
  name: 'florin_wallet_valid_seconds',
  help: 'For how long a certificate of Apple Pay, or the signing keys of Google Pay, are still valid; below zero when they have expired.',
  unit: 'seconds',
  labels: ['wallet', 'part'],
})

export const walletMetrics: readonly Metric[] = [valid]

export async function readWalletExpiries(metrics: Metrics, db: Db, now: Instant): Promise<void> {
  metrics.replace(
    valid,
    walletExpiries(await walletAccounts(db)).map(({ wallet, part, expiresAt }) => ({
      labels: { wallet, part },
      value: expiresAt.since(now).total('seconds'),
    })),
  )
}
