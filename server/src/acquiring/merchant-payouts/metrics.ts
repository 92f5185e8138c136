import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, type Metric } from '#kernel/telemetry/metric.ts'

const payouts = counter({
  name: 'florin_merchant_payouts_total',
  help: 'Payouts to bank accounts of merchants by the status that they have come to.',
  labels: ['status'],
})

export const merchantPayoutMetrics: readonly Metric[] = [payouts]

export const countedMerchantPayouts: CountedWrites = {
  inserts: {
    'merchant_payouts.payout_transitions': (metrics, { to_status }) =>
      metrics.count(payouts, { status: String(to_status) }),
  },
}
