import { counter, type Metric, processGauge, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import type { ConnectionParts } from '../processor.ts'
import type { Host } from './host.ts'
import { countRefused } from './refused-request-store.ts'
import { countOpen } from './store.ts'
import { countTotals } from './totals-store.ts'

const lineOpen = processGauge({
  name: 'florin_iso8583_host_line_open',
  help: 'Whether this process has a line to the host of an acquirer that is signed on; the first request opens it.',
  unit: '0 or 1',
  labels: ['acquirer'],
})
const inFlight = processGauge({
  name: 'florin_iso8583_host_in_flight_requests',
  help: 'Requests of this process that wait for a response of the host of an acquirer.',
  labels: ['acquirer'],
})
const openMessages = stateGauge({
  name: 'florin_iso8583_host_open_messages',
  help: 'Messages that the host of an acquirer has not answered yet.',
  labels: ['acquirer'],
})
const refusedCaptures = stateGauge({
  name: 'florin_iso8583_host_refused_captures',
  help: 'Captures that the host of an acquirer refuses, and about which an operator has not decided.',
  labels: ['acquirer'],
})
const refusedReversals = stateGauge({
  name: 'florin_iso8583_host_refused_reversals',
  help: 'Reversals of payments without an answer that the host of an acquirer refuses, and about which an operator has not decided.',
  labels: ['acquirer'],
})
const totals = stateGauge({
  name: 'florin_iso8583_host_totals',
  help: 'Totals of business days that the host of an acquirer has not answered (open) or has counted otherwise (outOfBalance), and that no operator has closed.',
  labels: ['acquirer', 'status'],
})
const lateResponses = counter({
  name: 'florin_iso8583_host_late_responses_total',
  help: 'Responses of the host of an acquirer that came when nothing waited for them any more.',
  labels: ['acquirer'],
})
export const iso8583HostMetrics: readonly Metric[] = [
  lineOpen,
  inFlight,
  openMessages,
  refusedCaptures,
  refusedReversals,
  totals,
  lateResponses,
]

type Watched = Pick<ConnectionParts, 'db' | 'connector'> & { host: Host }

/** The hosts of this process, each of which is in every scrape. */
export type HostWatch = { add(watched: Watched): void; countLate(connector: string): void }

export function watchHosts(metrics: Metrics): HostWatch {
  const all: Watched[] = []
  return {
    add: (watched) => {
      all.push(watched)
      // A program without hosts has none of these figures.
      if (all.length === 1) metrics.beforeScrape(() => figuresOf(metrics, all))
    },
    countLate: (connector) => metrics.count(lateResponses, { acquirer: connector }),
  }
}

async function figuresOf(metrics: Metrics, all: readonly Watched[]): Promise<void> {
  const lines = all.map(({ connector, host }) => ({ labels: { acquirer: connector }, ...host.status() }))
  metrics.replace(
    lineOpen,
    lines.map(({ labels, isOpen }) => ({ labels, value: isOpen ? 1 : 0 })),
  )
  metrics.replace(
    inFlight,
    lines.map(({ labels, inFlight: value }) => ({ labels, value })),
  )
  const counted = (count: typeof countOpen) =>
    Promise.all(
      all.map(async ({ db, connector }) => ({ labels: { acquirer: connector }, value: await count(db, connector) })),
    )
  metrics.replace(openMessages, await counted(countOpen))
  metrics.replace(refusedCaptures, await counted((db, connector) => countRefused(db, connector, 'capture')))
  metrics.replace(refusedReversals, await counted((db, connector) => countRefused(db, connector, 'reversal')))
  const waiting = (['open', 'outOfBalance'] as const).flatMap((status) =>
    all.map(async ({ db, connector }) => ({
      labels: { acquirer: connector, status },
      value: await countTotals(db, connector, status),
    })),
  )
  metrics.replace(totals, await Promise.all(waiting))
}
