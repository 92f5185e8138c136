import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import type { Reader } from '#kernel/db/db.ts'
import { counter, type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'

const cases = counter({
  name: 'florin_dispute_cases_total',
  help: 'Disputes that banks have opened, by the reason that the acquirer names.',
  labels: ['acquirer', 'reason'],
})
const open = stateGauge({
  name: 'florin_disputes_open',
  help: 'Disputes that are not decided, by what is awaited; counted to 10,000 of a status.',
  labels: ['status'],
})
const nearest = stateGauge({
  name: 'florin_dispute_deadline_seconds',
  help: 'Time until the nearest deadline of a dispute that needs a response, by the clock of the installation; below zero it has passed. Absent when none is open.',
  unit: 'seconds',
})
const reviews = stateGauge({
  name: 'florin_dispute_events_to_review',
  help: 'Events of disputes that could not be applied and that no operator has looked at; counted to 10,000.',
})

export const disputeMetrics: readonly Metric[] = [cases, open, nearest, reviews]

export const countedCases: CountedWrites = {
  inserts: {
    'disputes.cases': (metrics, { connector, reason }) =>
      metrics.count(cases, { acquirer: String(connector), reason: String(reason) }),
  },
}

const openStatuses = ['opened', 'needsResponse', 'submitting', 'accepting', 'responded'] as const

/** Each part is read by an index, and no further than is counted. */
export async function readDisputeFigures(metrics: Metrics, db: Reader, now: Temporal.Instant): Promise<void> {
  const counted = openStatuses.map(
    (status) =>
      `(select count(*) from (select from disputes.cases where status = '${status}' limit ${countedMax}) as found)::integer`,
  )
  const [row] = await db.run(
    `select array[${counted.join(', ')}] as counts,
            (select min(respond_by) from (select respond_by from disputes.cases where status = 'needsResponse'
              limit ${countedMax}) as waiting) as nearest,
            (select count(*) from (select from disputes.events where trouble is not null and seen_at is null
              limit ${countedMax}) as troubled)::integer as reviews`,
    [],
  )
  const {
    counts,
    nearest: by,
    reviews: toReview,
  } = row as { counts: number[]; nearest: Temporal.Instant | null; reviews: number }
  metrics.replace(
    open,
    openStatuses.map((status, index) => ({ labels: { status }, value: counts[index]! })),
  )
  metrics.replace(nearest, by ? [{ labels: {}, value: by.since(now).total('seconds') }] : [])
  metrics.replace(reviews, [{ labels: {}, value: toReview }])
}
const countedMax = 10_000
