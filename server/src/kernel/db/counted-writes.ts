import type { Announcement, Table, Write } from '#kernel/db/commit/writes.ts'
import type { Events } from '#kernel/db/events.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * What of committed writes is counted: events, new rows, and changes of rows. So what a metric says has become true, in
 * this process and once, whatever requested it: a browser, a program, a worker or an operator.
 */
export type CountedWrites = {
  events?: { readonly [E in keyof Events]?: (metrics: Metrics, announcement: Announcement<E>) => void }
  inserts?: { readonly [T in Table]?: (metrics: Metrics, row: Row) => void }
  updates?: { readonly [T in Table]?: (metrics: Metrics, set: Row) => void }
}

type Count<What> = (metrics: Metrics, what: What) => void

/** Counts the writes of each commit by the lists of all modules. An error of a list goes to `onError`, and counts nothing. */
export function countWrites(
  metrics: Metrics,
  all: readonly CountedWrites[],
  onError: (error: unknown) => void,
): (writes: readonly Write[]) => void {
  const events = byName<Announcement>(all.map((one) => one.events))
  const inserts = byName<Row>(all.map((one) => one.inserts))
  const updates = byName<Row>(all.map((one) => one.updates))
  const countOne = (write: Write): void => {
    if (write.write === 'announce') for (const count of events.get(write.event) ?? []) count(metrics, write)
    else if (write.write === 'insert')
      for (const count of inserts.get(write.table) ?? []) for (const row of write.rows) count(metrics, row)
    else if (write.write === 'update') for (const count of updates.get(write.table) ?? []) count(metrics, write.set)
  }
  return (writes) => {
    try {
      for (const write of writes) countOne(write)
    } catch (error) {
      onError(error)
    }
  }
}

const byName = <What>(lists: readonly (object | undefined)[]): ReadonlyMap<string, readonly Count<What>[]> => {
  const found = new Map<string, Count<What>[]>()
  for (const list of lists)
    for (const [name, count] of Object.entries(list ?? {})) found.getOrInsertComputed(name, () => []).push(count)
  return found
}
