import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { counter, type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import { readMessageFigures } from './message-store.ts'

export const inboundWebhooks = counter({
  name: 'florin_inbound_webhooks_total',
  help: 'Webhooks of processors: stored, duplicate, bad_signature, unreadable, limited when they come; applied, ignored, failed, parked when they are applied.',
  labels: ['connector', 'result'],
})
const waiting = stateGauge({
  name: 'florin_inbound_webhooks_waiting',
  help: 'Webhooks of processors that are stored and not applied yet.',
  labels: ['connector'],
})
const oldestWaiting = stateGauge({
  name: 'florin_inbound_webhooks_oldest_seconds',
  help: 'How long the oldest webhook of a processor that is not applied has waited.',
  unit: 'seconds',
  labels: ['connector'],
})
const parked = stateGauge({
  name: 'florin_inbound_webhooks_parked',
  help: 'Webhooks of processors that could not be applied and wait for an operator.',
  labels: ['connector'],
})

export const processorMetrics: readonly Metric[] = [inboundWebhooks, waiting, oldestWaiting, parked]

export async function readInboundWebhooks(metrics: Metrics, db: Reader, now: Instant): Promise<void> {
  const figures = await readMessageFigures(db)
  const labels = ({ connection }: (typeof figures)[number]) => ({ connector: connection })
  metrics.replace(
    waiting,
    figures.map((one) => ({ labels: labels(one), value: one.waiting })),
  )
  metrics.replace(
    oldestWaiting,
    figures.map((one) => ({
      labels: labels(one),
      value: one.oldestWaitingAt ? now.since(one.oldestWaitingAt).total('seconds') : 0,
    })),
  )
  metrics.replace(
    parked,
    figures.map((one) => ({ labels: labels(one), value: one.parked })),
  )
}
