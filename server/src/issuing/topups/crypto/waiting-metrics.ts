import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import { waitingForPerson } from './received-deposits.ts'

const waiting = stateGauge({
  name: 'florin_deposits_waiting',
  help: 'Deposits of topups in coins that a person decides about, by their status and its reason; of each status the oldest 1,000 are counted.',
  labels: ['status', 'reason'],
})
const oldest = stateGauge({
  name: 'florin_deposits_waiting_oldest_seconds',
  help: 'Time since the first of them came to its status, by the clock of the installation. Absent when none waits.',
  unit: 'seconds',
  labels: ['status', 'reason'],
})

export const waitingMetrics: readonly Metric[] = [waiting, oldest]

export async function readWaitingDeposits(metrics: Metrics, db: Reader, now: Instant): Promise<void> {
  const rows = (await db.run(
    `select s.status, coalesce(r.reason, 'none') as reason, count(*)::integer as count, min(t.at) as since
     from unnest($1::text[]) as s(status) cross join lateral (
       select id, reason from topups.receipts where status = s.status order by created_at limit ${countedMax}) r
     cross join lateral (select max(occurred_at) as at from topups.receipt_transitions where receipt_id = r.id) t
     group by 1, 2 order by 1, 2`,
    [waitingForPerson],
  )) as { status: string; reason: string; count: number; since: Instant }[]
  const figures = rows.map(({ status, reason, ...row }) => ({ labels: { status, reason }, ...row }))
  metrics.replace(
    waiting,
    figures.map(({ labels, count }) => ({ labels, value: count })),
  )
  metrics.replace(
    oldest,
    figures.map(({ labels, since }) => ({ labels, value: now.since(since).total('seconds') })),
  )
}
const countedMax = 1_000
