import { rowProblem } from '#kernel/base/file-row.ts'
import { formatMoney, money } from '#kernel/base/money.ts'
import type { ReconciliationContext } from './context.ts'
import type { ReportRow } from './report.ts'
import { readReportRow, type UncheckedReportRow } from './report-row.ts'

export type ReportRows = AsyncIterable<UncheckedReportRow> | Iterable<UncheckedReportRow>

export type CheckedReport = { connector: string; rows: number }

/** What the rows of a batch come to in a currency, and what its transfer says. */
type Total = { net: bigint; transfer: ReportRow | undefined; last: number }

/**
 * Reads a whole report before anything of it is kept: each row by itself, that no row is in it twice, that it is of one
 * connector, and that the rows of each transfer come to what was transferred. Says what is wrong with the first ones.
 */
export async function checkReport(
  rows: ReportRows,
  { connectors }: Pick<ReconciliationContext, 'connectors'>,
): Promise<CheckedReport | { wrong: readonly string[] }> {
  const wrong: string[] = []
  const entries = new Set<string>()
  const totals = new Map<string, Total>()
  let connector: string | undefined
  for await (const unchecked of rows) {
    const { line } = unchecked
    const problem = (field: string, message: string) => wrong.push(`line ${line}, ${field}: ${message}`)
    const read = readReportRow(unchecked)
    if ('problems' in read) {
      for (const { field, message } of read.problems.map(rowProblem)) problem(field, message)
    } else {
      const { row } = read
      const unsuited = connector === undefined && whyUnsuited(connectors, row.connector)
      if (unsuited) problem('connector', unsuited)
      connector ??= row.connector
      if (row.connector !== connector) problem('connector', `must be ${connector}, as above: a report is of one`)
      if (entries.has(row.entry)) problem('entry', 'is above it already')
      entries.add(row.entry)
      const key = `${row.batch} in ${row.currency}`
      const total = totals.getOrInsertComputed(key, () => ({ net: 0n, transfer: undefined, last: line }))
      if (row.type === 'transfer' && total.transfer) problem('type', `the transfer of ${key} is above it already`)
      totals.set(key, {
        net: row.type === 'transfer' ? total.net : total.net + row.netMinor,
        transfer: row.type === 'transfer' ? row : total.transfer,
        last: line,
      })
    }
    if (entries.size > rowsMax) wrong.push(`there are more than ${rowsMax} rows; send them in parts, by transfers`)
    if (wrong.length >= wrongMax || entries.size > rowsMax) return { wrong: wrong.slice(0, wrongMax) }
  }
  if (wrong.length === 0) wrong.push(...[...totals].flatMap(([key, total]) => problemOf(key, total) ?? []))
  if (wrong.length === 0 && connector === undefined) wrong.push('it has no rows')
  return wrong.length > 0 ? { wrong: wrong.slice(0, wrongMax) } : { connector: connector!, rows: entries.size }
}
/** Why a connector has no reports, if it has none. */
function whyUnsuited(connectors: ReconciliationContext['connectors'], named: string): string | undefined {
  const settledBy = (id: string) => connectors.find(id)?.acquirer.capabilities.settledBy
  const reporting = connectors.ids.filter((id) => settledBy(id) === 'transfer').join(', ')
  if (settledBy(named) === undefined) return `must be one of ${reporting}`
  if (settledBy(named) === 'transfer') return undefined
  return `${named} has no reports: what it owes us is settled by an entry of our own books each day. Reports are of ${reporting}`
}

/** Names of rows are held in memory, to find one that is there twice. */
const rowsMax = 500_000
/** As many as a person reads. */
const wrongMax = 20

function problemOf(key: string, { net, transfer, last }: Total): string | undefined {
  if (!transfer) return net === 0n ? undefined : `line ${last}, batch: ${key} has no row of type transfer`
  const { line, grossMinor, currency } = transfer
  if (grossMinor === -net) return undefined
  const [is, should] = [formatMoney(money(grossMinor, currency)), formatMoney(money(-net, currency))]
  return `line ${line}, gross: the transfer of ${key} is ${is}, and its rows come to ${should}`
}
