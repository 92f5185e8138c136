import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import type { Reader } from '#kernel/db/db.ts'
import { counter, type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'

const changes = counter({
  name: 'florin_kyc_changes_total',
  help: 'Changes of the KYC status of customers by the status that they have come to.',
  labels: ['status'],
})
const queue = stateGauge({
  name: 'florin_kyc_queue',
  help: 'Customers whose KYC waits for a decision; counted to 10,000.',
})
const oldest = stateGauge({
  name: 'florin_kyc_queue_oldest_seconds',
  help: 'For how long the one who has waited longest has waited, by the clock of the installation. Absent when nobody waits.',
  unit: 'seconds',
})

export const kycMetrics: readonly Metric[] = [changes, queue, oldest]

export const countedKyc: CountedWrites = {
  events: { kycStatusChanged: (metrics, { body: { status } }) => metrics.count(changes, { status }) },
}

export async function readKycQueue(metrics: Metrics, db: Reader, now: Temporal.Instant): Promise<void> {
  const [row] = await db.run(
    `select (select count(*) from (select from kyc.cases where status = 'pending_review' limit ${countedMax}) as found)::integer as count,
            (select submitted_at from kyc.cases where status = 'pending_review' order by submitted_at limit 1) as oldest`,
    [],
  )
  const { count, oldest: since } = row as { count: number; oldest: Temporal.Instant | null }
  metrics.replace(queue, [{ labels: {}, value: count }])
  metrics.replace(oldest, since ? [{ labels: {}, value: now.since(since).total('seconds') }] : [])
}
const countedMax = 10_000
