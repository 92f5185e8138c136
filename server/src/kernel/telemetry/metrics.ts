import type { Counter, Gauge, Histogram, LabelsOf, Metric } from './metric.ts'

/** One figure of a gauge. Beyond 2^53 minor units it is rounded: it is for charts, and books are elsewhere. */
export type Sample<Label extends string = string> = { labels: LabelsOf<Label>; value: number | bigint }

/**
 * The figures of this process. Counting never fails and never waits: what counts must not be able to break what is
 * counted.
 */
export type Metrics = {
  /** False: they cannot be read, and nothing is counted. */
  readonly isOn: boolean
  count<Label extends string>(metric: Counter<Label>, labels: LabelsOf<Label>, by?: number | bigint): void
  /** `seconds` of what took so long. */
  observe<Label extends string>(metric: Histogram<Label>, labels: LabelsOf<Label>, seconds: number): void
  /** All figures of a gauge; those that are not among them are not there any more. */
  replace<Label extends string>(metric: Gauge<Label>, samples: readonly Sample<Label>[]): void
  /** Is called before each scrape, to replace gauges. A reader that fails leaves the others alone, and is counted. */
  beforeScrape(read: () => void | Promise<void>): void
  /** In the text format of Prometheus. */
  scrape(): Promise<{ contentType: string; text: string }>
}

/** For processes that serve no metrics. */
export const noMetrics: Metrics = {
  isOn: false,
  count: () => undefined,
  observe: () => undefined,
  replace: () => undefined,
  beforeScrape: () => undefined,
  scrape: async () => ({ contentType: 'text/plain', text: '' }),
}

/**
 * Opens the registry of this process with the defaults of Node (event loop, garbage collection, memory, handles). Every
 * metric of the catalogue is known from the start, so that one that never happened is seen to be zero where it has no
 * labels. `onError` receives the errors of readers.
 */
export async function openMetrics(
  catalogue: readonly Metric[],
  { onError }: { onError: (error: unknown) => void },
): Promise<Metrics> {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const name of misnamed) registry.removeSingleMetric(name)
  const known = new Map<string, InstanceType<typeof Counter | typeof Gauge | typeof Histogram>>()
  for (const metric of catalogue) {
    const { name, help, labels } = metric
    const options = { name, help, labelNames: [...labels], registers: [registry] }
    if (metric.type === 'counter') known.set(name, new Counter(options))
    else if (metric.type === 'gauge') known.set(name, absent(new Gauge(options)))
    else known.set(name, new Histogram({ ...options, buckets: [...metric.buckets] }))
  }
  const readers: (() => void | Promise<void>)[] = []
  return {
    isOn: true,
    count: ({ name }, labels, by = 1) => (known.get(name) as InstanceType<typeof Counter>).inc(labels, Number(by)),
    observe: ({ name }, labels, seconds) =>
      (known.get(name) as InstanceType<typeof Histogram>).observe(labels, seconds),
    replace: ({ name }, samples) => {
      const gauge = known.get(name) as InstanceType<typeof Gauge>
      gauge.reset()
      absent(gauge)
      for (const { labels, value } of samples) gauge.set(labels, Number(value))
    },
    beforeScrape: (read) => void readers.push(read),
    scrape: async () => {
      await Promise.all(readers.map(async (read) => read()).map((reading) => reading.catch(onError)))
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

/** Gauges with the name of a counter, which promtool rejects; others of the library say the same by type. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

/** The library makes a gauge without labels 0, which a deadline or an age must not be when there is none. */
function absent<Gauge extends { remove(labels: object): void }>(gauge: Gauge): Gauge {
  gauge.remove({})
  return gauge
}
