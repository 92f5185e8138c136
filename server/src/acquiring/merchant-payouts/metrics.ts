import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import type { Reader } from '#kernel/db/db.ts'
import { counter, type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import { countedMax } from '#kernel/work/due-list.ts'

const payouts = counter({
  name: 'florin_merchant_payouts_total',
  help: 'Payouts to bank accounts of merchants by the status that they have come to.',
  labels: ['status'],
})

const failing = stateGauge({
  name: 'florin_merchant_payouts_failing',
  help: 'Merchants whose last payout by schedule has failed in a currency.',
  labels: [],
})

export const merchantPayoutMetrics: readonly Metric[] = [payouts, failing]

export async function readFailingSchedules(metrics: Metrics, db: Reader): Promise<void> {
  const [row] = await db.run(
    `select count(*)::integer as count from (
       select from merchant_payouts.terms where schedule_failures <> '{}' limit ${countedMax}) as failing`,
    [],
  )
  metrics.replace(failing, [{ labels: {}, value: Number(row!.count) }])
}

export const countedMerchantPayouts: CountedWrites = {
  inserts: {
    'merchant_payouts.payout_transitions': (metrics, { to_status }) =>
      metrics.count(payouts, { status: String(to_status) }),
  },
}
