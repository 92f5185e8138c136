import type { Reader } from '#kernel/db/db.ts'
import { type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'

const breaks = stateGauge({
  name: 'florin_reconciliation_breaks_open',
  help: 'Differences between reports of an acquirer and the books that are not resolved; of the oldest 10,000.',
  labels: ['acquirer', 'kind'],
})
const oldestBreak = stateGauge({
  name: 'florin_reconciliation_oldest_break_seconds',
  help: 'For how long the oldest of them is open, by the clock of the installation.',
  unit: 'seconds',
})
const unreported = stateGauge({
  name: 'florin_reconciliation_batches_unreported',
  help: 'Closed batches that no report of their acquirer has named in time; counted to 10,000.',
})
const lastReport = stateGauge({
  name: 'florin_reconciliation_last_report_timestamp_seconds',
  help: 'When the last report of the acquirer was imported, by the clock of the installation.',
  unit: 'unix time',
  labels: ['acquirer'],
})

export const reconciliationMetrics: readonly Metric[] = [breaks, oldestBreak, unreported, lastReport]

export async function readBreaks(metrics: Metrics, db: Reader, now: Temporal.Instant): Promise<void> {
  const [open, [rest]] = await Promise.all([
    db.run(
      `select connector as acquirer, kind, count(*)::integer as count, min(opened_at) as oldest
         from (select connector, kind, opened_at from reconciliation.breaks where status = 'open' order by id
               limit ${countedMax}) as found
        group by connector, kind`,
      [],
    ),
    db.run(
      `select (select count(*) from (select from reconciliation.awaited where unreported_since is not null
                limit ${countedMax}) as found)::integer as unreported,
              (select array_agg(array[c.id, extract(epoch from last.recorded_at)::text]) from reconciliation.connectors c
                cross join lateral (select recorded_at from reconciliation.reports r where r.connector = c.id
                                     order by r.id desc limit 1) as last) as reports`,
      [],
    ),
  ])
  const found = open as { acquirer: string; kind: string; count: number; oldest: Temporal.Instant }[]
  metrics.replace(
    breaks,
    found.map(({ acquirer, kind, count }) => ({ labels: { acquirer, kind }, value: count })),
  )
  const ages = found.map(({ oldest }) => now.since(oldest).total('seconds'))
  metrics.replace(oldestBreak, ages.length > 0 ? [{ labels: {}, value: Math.max(...ages) }] : [])
  const { unreported: count, reports } = rest as { unreported: number; reports: [string, string][] | null }
  metrics.replace(unreported, [{ labels: {}, value: count }])
  metrics.replace(
    lastReport,
    (reports ?? []).map(([acquirer, at]) => ({ labels: { acquirer }, value: Number(at) })),
  )
}
const countedMax = 10_000
