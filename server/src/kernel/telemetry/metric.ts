/**
 * Metrics as data: each module has a catalogue of its own, beside what counts them, and the documents, the Grafana
 * dashboard, the alert rules and the tests are checked against these. Labels have few values: what a person, a card, an
 * order or a store is called is in none of them.
 */
export type Metric<Label extends string = string> = Shared<Label> &
  ({ type: 'counter' } | { type: 'gauge' } | { type: 'histogram'; buckets: readonly number[] })

type Shared<Label extends string> = {
  /** As Prometheus has it: `florin_`, what is counted, and the unit, in the plural; a counter ends in `_total`. */
  name: `florin_${string}`
  /** One sentence for people who read a scrape. */
  help: string
  unit: Unit
  labels: readonly Label[]
  /** Each process serves its own figures, or each says the same of the whole installation, read from the database. */
  of: 'process' | 'installation'
}

export type Unit = 'count' | 'seconds' | 'bytes' | 'minor units' | 'unix time' | '0 or 1'

export type Counter<Label extends string = string> = Shared<Label> & { type: 'counter' }
export type Gauge<Label extends string = string> = Shared<Label> & { type: 'gauge' }
export type Histogram<Label extends string = string> = Shared<Label> & {
  type: 'histogram'
  buckets: readonly number[]
}

type Described<Label extends string> = Pick<Shared<Label>, 'name' | 'help'> & {
  labels?: readonly Label[]
  unit?: Unit
}

/** What happened so often in this process since its start. */
export const counter = <const Label extends string = never>({
  labels = [],
  unit = 'count',
  ...described
}: Described<Label>): Counter<Label> => ({ type: 'counter', of: 'process', unit, labels, ...described })

/** How long things take in this process, in seconds. */
export const durations = <const Label extends string = never>({
  labels = [],
  buckets,
  ...described
}: Omit<Described<Label>, 'unit'> & { buckets: readonly number[] }): Histogram<Label> => ({
  type: 'histogram',
  of: 'process',
  unit: 'seconds',
  labels,
  buckets,
  ...described,
})

/** How something is in this process when it is asked. */
export const processGauge = <const Label extends string = never>({
  labels = [],
  unit = 'count',
  ...described
}: Described<Label>): Gauge<Label> => ({ type: 'gauge', of: 'process', unit, labels, ...described })

/** How the whole installation is, as its database says: any process says the same, so one of them is asked. */
export const stateGauge = <const Label extends string = never>({
  labels = [],
  unit = 'count',
  ...described
}: Described<Label>): Gauge<Label> => ({ type: 'gauge', of: 'installation', unit, labels, ...described })

/** A value for each label of a metric. */
export type LabelsOf<Label extends string> = Readonly<Record<Label, string | number>>
