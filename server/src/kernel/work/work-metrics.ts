import type { Clock } from '#kernel/base/clock.ts'
import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import { counter, durations, type Metric, processGauge, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import type { DueTable, DueWork } from './due-work.ts'

const items = counter({
  name: 'florin_work_items_total',
  help: 'Items of due work by how they ended; a failed one is tried again when its lease ends.',
  labels: ['work', 'outcome'],
})
const itemDurations = durations({
  name: 'florin_work_duration_seconds',
  help: 'How long one item of due work takes.',
  labels: ['work'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 300],
})
const lastSuccess = processGauge({
  name: 'florin_work_last_success_timestamp_seconds',
  help: 'When this process last ended an item of the work without an error.',
  unit: 'unix time',
  labels: ['work'],
})
const deliveries = counter({
  name: 'florin_deliveries_total',
  help: 'Attempts to deliver messages: retried, when the receiver did not take it, and parked after the last attempt.',
  labels: ['queue', 'outcome'],
})

export const dueItems = stateGauge({
  name: 'florin_due_items',
  help: 'Items of due work that wait or are under way, by the kind of work; counted to 10,000 of a kind.',
  labels: ['work'],
})
export const heldItems = stateGauge({
  name: 'florin_held_items',
  help: 'Items of due work from before a restore, which wait for a person and are not among florin_due_items.',
  labels: ['work'],
})
export const dueOldest = stateGauge({
  name: 'florin_due_oldest_seconds',
  help: 'For how long the oldest of these items has been due, by the clock of the installation.',
  unit: 'seconds',
  labels: ['work'],
})

export const workMetrics: readonly Metric[] = [
  items,
  itemDurations,
  lastSuccess,
  dueItems,
  dueOldest,
  heldItems,
  deliveries,
]

/** The works, each of whose items is counted and timed. */
export function measuredWork(metrics: Metrics, works: readonly DueWork[], clock: Clock): DueWork[] {
  if (!metrics.isOn) return [...works]
  const succeeded = new Map<string, number>()
  metrics.beforeScrape(() =>
    metrics.replace(
      lastSuccess,
      [...succeeded].map(([work, value]) => ({ labels: { work }, value })),
    ),
  )
  return works.map((work) => ({
    ...work,
    run: async (id) => {
      const began = performance.now()
      let outcome: 'done' | 'failed' = 'failed'
      try {
        await work.run(id)
        outcome = 'done'
        succeeded.set(work.name, clock.wall().epochMilliseconds / 1000)
      } finally {
        metrics.count(items, { work: work.name, outcome })
        metrics.observe(itemDurations, { work: work.name }, (performance.now() - began) / 1000)
      }
    },
  }))
}

/** Attempts of the queues of messages, by what people call each queue: an attempt is the change of a message's row. */
export function countedDeliveries(queues: Readonly<Partial<Record<DueTable, string>>>): CountedWrites {
  const counts = Object.entries(queues).map(([table, queue]) => [
    table,
    (metrics: Metrics, { status, attempts }: Readonly<Record<string, unknown>>) => {
      if (typeof attempts !== 'number' || attempts === 0) return
      const outcome = status === 'waiting' ? 'retried' : status === 'parked' ? 'parked' : 'delivered'
      metrics.count(deliveries, { queue, outcome })
    },
  ])
  return { updates: Object.fromEntries(counts) }
}
