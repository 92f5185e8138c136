import type { Write } from '#kernel/db/commit/writes.ts'
import type { DbObserver, PoolSizes } from '#kernel/db/observer.ts'
import { statementName } from '#kernel/db/statement-name.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { type Counter, counter, durations, type Metric, processGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'

const statements = counter({
  name: 'florin_db_statements_total',
  help: 'Statements by the use case that commits, or by what is read. Commits of one shape that come together are one.',
  labels: ['statement'],
})
const statementSeconds = counter({
  name: 'florin_db_statement_seconds_total',
  help: 'How long those statements took together, until the reply was here.',
  unit: 'seconds',
  labels: ['statement'],
})
const slowStatements = counter({
  name: 'florin_db_slow_statements_total',
  help: 'Statements that took longer than FLORIN_SLOW_STATEMENT_MS; the log has each.',
  labels: ['statement'],
})
const connectionWaits = counter({
  name: 'florin_db_connection_waits_total',
  help: 'How often a connection was taken from a pool.',
  labels: ['pool'],
})
const connectionWaitSeconds = counter({
  name: 'florin_db_connection_wait_seconds_total',
  help: 'How long was waited for those connections together.',
  unit: 'seconds',
  labels: ['pool'],
})
const connections = processGauge({
  name: 'florin_db_connections',
  help: 'Connections to the database by pool: busy ones carry out a statement or a transaction.',
  labels: ['pool', 'state'],
})
const connectionWaiters = processGauge({
  name: 'florin_db_connection_waiters',
  help: 'Who waits for a connection of the pool at this moment.',
  labels: ['pool'],
})
const transactions = counter({
  name: 'florin_db_transactions_total',
  help: 'Decisions under locks, each a short transaction, by use case.',
  labels: ['use_case', 'outcome'],
})
const transactionDurations = durations({
  name: 'florin_db_transaction_duration_seconds',
  help: 'How long decisions under locks take, with the wait for their locks.',
  labels: ['use_case'],
  buckets: [0.005, 0.02, 0.1, 0.5, 1, 2.5, 5],
})
export const refusedRows = counter({
  name: 'florin_db_refused_rows_total',
  help: 'Rows that were read and count for nothing, because the program did not make them: somebody changes the database by hand.',
  labels: ['table'],
})
const staleCommits = counter({
  name: 'florin_db_stale_commits_total',
  help: 'Commits that another writer was quicker than; their use case reads and decides again.',
  labels: ['use_case'],
})

export const dbMetrics: readonly Metric[] = [
  statements,
  statementSeconds,
  slowStatements,
  connectionWaits,
  connectionWaitSeconds,
  connections,
  connectionWaiters,
  transactions,
  transactionDurations,
  staleCommits,
  refusedRows,
]

/** `slowMs`: a statement that takes longer is in the log. `counts` receives what is committed. */
type Observing = { metrics: Metrics; log: Log; slowMs: number; counts(writes: readonly Write[]): void }

/** Measures a database. What happens in each statement is only added up; the figures are made when they are read. */
export function observeDb({ metrics, log, slowMs, counts }: Observing): DbObserver {
  const byStatement = openTallies(metrics, { label: 'statement', count: statements, seconds: statementSeconds })
  const byPool = openTallies(metrics, { label: 'pool', count: connectionWaits, seconds: connectionWaitSeconds })
  const names = new Map<string, string>()
  const pools = new Map<string, () => PoolSizes>()
  metrics.beforeScrape(() => readPools(metrics, pools))
  const nameOf = (text: string): string => {
    const known = names.get(text)
    if (known !== undefined) return known
    const name = statementName(text)
    if (names.size < textsMax) names.set(text, name)
    return name
  }
  return {
    committed: counts,
    stale: (useCase) => metrics.count(staleCommits, { use_case: useCase ?? 'unnamed' }),
    statement: (text, tookMs) => {
      if (metrics.isOn) byStatement(nameOf(text), tookMs)
      if (tookMs < slowMs) return
      const statement = nameOf(text)
      metrics.count(slowStatements, { statement })
      log.warn({ statement, tookMs: Math.round(tookMs), sql: text.slice(0, sqlShown) }, 'slow statement')
    },
    waited: byPool,
    transaction: (name, outcome, tookMs) => {
      metrics.count(transactions, { use_case: name, outcome })
      metrics.observe(transactionDurations, { use_case: name }, tookMs / 1000)
    },
    pool: (name, sizes) => void pools.set(name, sizes),
  }
}
/** Texts come from code and not from data, so there are few; the bound is a precaution. */
const textsMax = 5_000
const sqlShown = 500

type Tallied<Label extends string> = { label: Label; count: Counter<Label>; seconds: Counter<Label> }

/** Two additions for each, which are handed on when somebody reads the figures. */
function openTallies<Label extends string>(
  metrics: Metrics,
  { label, count, seconds }: Tallied<Label>,
): (name: string, tookMs: number) => void {
  const tallies = new Map<string, { times: number; ms: number }>()
  metrics.beforeScrape(() => {
    for (const [name, tally] of tallies) {
      const labels = { [label]: name } as Record<Label, string>
      metrics.count(count, labels, tally.times)
      metrics.count(seconds, labels, tally.ms / 1000)
      tally.times = 0
      tally.ms = 0
    }
  })
  return (name, tookMs) => {
    const tally = tallies.getOrInsertComputed(name, () => ({ times: 0, ms: 0 }))
    tally.times++
    tally.ms += tookMs
  }
}

function readPools(metrics: Metrics, pools: ReadonlyMap<string, () => PoolSizes>): void {
  const all = [...pools].map(([pool, sizes]) => ({ pool, ...sizes() }))
  const states = all.flatMap(({ pool, total, idle }) => [
    { labels: { pool, state: 'idle' }, value: idle },
    { labels: { pool, state: 'busy' }, value: total - idle },
  ])
  metrics.replace(connections, states)
  metrics.replace(
    connectionWaiters,
    all.map(({ pool, waiting }) => ({ labels: { pool }, value: waiting })),
  )
}
