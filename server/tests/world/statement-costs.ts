import pg from 'pg'
import { onTestFinished, vi } from 'vitest'

/** What a statement has read: the rows that its scans met, kept or not, in all its calls together, and of which tables. */
export type StatementCost = { text: string; calls: number; rows: number; tables: ReadonlyMap<string, number> }

export type StatementCosts = {
  /** What was read since the last call, by the texts of the statements. */
  taken(): ReadonlyMap<string, StatementCost>
}

/**
 * The url of a database on whose connections PostgreSQL reports the plan of each statement with the rows it has read
 * (`auto_explain`). Statements are planned as a program's are, and not as those of tests.
 */
export function measuredUrl(url: string, others: Readonly<Record<string, string>> = {}): string {
  const measured = new URL(url)
  const options = Object.entries({ ...reporting, ...others }).map(([name, value]) => `-c ${name}=${value}`)
  measured.searchParams.set('options', options.join(' '))
  return measured.href
}

const reporting = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_verbose': 'on',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  // Connections of the program ask for no lesser messages (`client_min_messages` in kernel/db/db.ts).
  'auto_explain.log_level': 'warning',
  plan_cache_mode: 'auto',
}

/** Collects what statements read on connections to a `measuredUrl` that are opened from now on, until the test is finished. */
export function watchCosts(): StatementCosts {
  let costs = new Map<string, Tally>()
  const note = ({ message = '' }: { message?: string | undefined }) => {
    const plan = /^duration: [\d.]+ ms {2}plan:\n(.*)$/s.exec(message)?.[1]
    if (plan === undefined) return
    const { 'Query Text': text, Plan: root } = JSON.parse(plan) as { 'Query Text': string; Plan: Plan }
    const cost = costs.getOrInsertComputed(text, () => ({ text, calls: 0, rows: 0, tables: new Map() }))
    cost.calls++
    for (const [table, rows] of readBy(root)) {
      cost.rows += rows
      cost.tables.set(table, (cost.tables.get(table) ?? 0) + rows)
    }
  }
  const { connect } = pg.Client.prototype
  const watched = vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    this.on('notice', note)
    return Reflect.apply(connect, this, given)
  } as never)
  onTestFinished(() => watched.mockRestore())
  return {
    taken: () => {
      const all = costs
      costs = new Map()
      return all
    },
  }
}
type Tally = { text: string; calls: number; rows: number; tables: Map<string, number> }

type Plan = {
  Plans?: Plan[]
  'Node Type': string
  Schema?: string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
}

/** By table. What the index below a bitmap has found is counted by the scan of the bitmap. */
function readBy(node: Plan): [table: string, rows: number][] {
  const below = (node.Plans ?? []).flatMap(readBy)
  const table = node['Relation Name']
  if (table === undefined || !node['Node Type'].endsWith('Scan')) return below
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  return [[`${node.Schema}.${table}`, each * (node['Actual Loops'] ?? 1)], ...below]
}
