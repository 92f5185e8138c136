import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchContext } from './context.ts'

/**
 * What requests read in the database, by the plans that their statements really had: PostgreSQL's own `auto_explain` writes
 * each plan to its log. A count of rows is the same however busy the machine is.
 */
export type Reads = {
  /** Rows and entries of indexes that were looked at for one request, without those of its count. */
  page: number
  /** For its count alone. */
  count: number
  /** The same 8 kB pages of all of them. */
  blocks: number
  /** Tables that were read from one end to the other. */
  whole: readonly string[]
}

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Plan[]
}
type Logged = { 'Query Text': string; Plan: Plan }

/** From now on every new connection has its plans logged: a server is to be started behind it. */
export async function logPlans({ query, databaseUrl }: BenchContext): Promise<void> {
  const database = new URL(databaseUrl).pathname.slice(1)
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_format': 'json',
  }
  for (const [name, value] of Object.entries(settings))
    await query(`alter database ${database} set ${name} = '${value}'`)
}

/** What a request reads after so many of it: after five the database may have settled on a plan for all values. */
export async function readsOf(
  { dataDir }: BenchContext,
  request: () => Promise<unknown>,
  { settled = 6 } = {},
): Promise<Reads> {
  const log = join(dataDir, 'postgresql.log')
  for (let times = 0; times < settled; times++) await request()
  const start = (await stat(log)).size
  await request()
  const plans = plansIn(await textBehind(log, start))
  const isCount = ({ 'Query Text': text }: Logged) => /select count\(\*\) filter|select count\(\*\) as/.test(text)
  const sum = (some: readonly Logged[], of: (plan: Plan) => number) =>
    Math.round(some.reduce((all, { Plan: plan }) => all + of(plan), 0))
  return {
    page: sum(
      plans.filter((plan) => !isCount(plan)),
      rowsRead,
    ),
    count: sum(plans.filter(isCount), rowsRead),
    blocks: sum(plans, (plan) => (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)),
    whole: [...new Set(plans.flatMap(({ Plan: plan }) => wholeIn(plan)))],
  }
}

async function textBehind(path: string, start: number): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc((await file.stat()).size - start),
      position: start,
    })
    return buffer.subarray(0, bytesRead).toString('utf8')
  } finally {
    await file.close()
  }
}

/** The lines of a plan are indented. */
const plansIn = (log: string): Logged[] =>
  [...log.matchAll(/ plan:\n((?:\t.*\n)+)/g)].map(([, text]) => JSON.parse(text!.replaceAll(/^\t/gm, '')) as Logged)

const rowsRead = (plan: Plan): number => {
  const own = plan['Relation Name'] === undefined ? 0 : seenBy(plan)
  return own + (plan.Plans ?? []).reduce((all, part) => all + rowsRead(part), 0)
}

const seenBy = (plan: Plan): number =>
  ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)) *
  (plan['Actual Loops'] ?? 0)

/** A small table may be read whole. */
const wholeIn = (plan: Plan): string[] => [
  ...(plan['Node Type'] === 'Seq Scan' && seenBy(plan) > smallMax ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(wholeIn),
]
const smallMax = 5_000
