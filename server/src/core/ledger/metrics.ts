import type { CountedWrites } from '#kernel/db/counted-writes.ts'
import type { Reader } from '#kernel/db/db.ts'
import { counter, type Metric, stateGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'

const entries = counter({
  name: 'florin_ledger_entries_total',
  help: 'Entries of the books by their recipe.',
  labels: ['recipe'],
})
const imbalance = stateGauge({
  name: 'florin_ledger_imbalance_minor',
  help: 'By how much the newest 10,000 entries do not sum to zero, in minor units of the currency. It is always 0.',
  unit: 'minor units',
  labels: ['currency'],
})

export const ledgerMetrics: readonly Metric[] = [entries, imbalance]

export const countedEntries: CountedWrites = {
  inserts: { 'ledger.entries': (metrics, { recipe }) => metrics.count(entries, { recipe: String(recipe) }) },
}

/** An entry has a few lines, and the newest are read by their ids: `florin verify` reads all. */
export async function readImbalance(metrics: Metrics, db: Reader): Promise<void> {
  const rows = await db.run(
    `select currency, sum(abs(off))::text as off from (
       select l.currency, l.entry_id, sum(l.minor) as off from ledger.lines l
        where l.entry_id > (select coalesce(max(id), 0) - ${newestMax} from ledger.entries)
        group by l.currency, l.entry_id
     ) as newest group by currency`,
    [],
  )
  metrics.replace(
    imbalance,
    rows.map(({ currency, off }) => ({ labels: { currency: currency as string }, value: Number(off) })),
  )
}
const newestMax = 10_000
