import type { FileRow, UncheckedRow } from '#kernel/base/file-row.ts'
import { add, type Currency, compare, formatMoney, type Money, zero } from '#kernel/base/money.ts'
import { netOfRow, readClearingRow } from './clearing-row.ts'

/** The rows of one currency: how many, and what clearings less refunds come to. */
export type Sum = { count: number; net: Money }

export type FileSums = {
  /** Without totals. */
  rowCount: number
  sums: readonly Sum[]
  /** Whether the file says itself what it comes to. */
  hasTotals: boolean
  /** Where that does not agree with its rows; the first ones. */
  differences: readonly string[]
}

type Summing = {
  rowCount: number
  sums: Map<Currency, Sum>
  totals: Map<Currency, Sum>
  uncounted: string[]
  differences: string[]
}

/** Reads a whole file without keeping it, and compares what it says that it comes to with its rows. */
export async function sumFile(rows: AsyncIterable<FileRow>): Promise<FileSums> {
  const summing: Summing = { rowCount: 0, sums: new Map(), totals: new Map(), uncounted: [], differences: [] }
  for await (const row of rows) {
    if ('columns' in row && row.columns.kind === 'total') takeTotal(summing, row)
    else takeRow(summing, row)
  }
  const { rowCount, sums, totals } = summing
  const hasTotals = totals.size > 0
  return {
    rowCount,
    sums: [...sums.values()],
    hasTotals,
    differences: [...summing.differences, ...(hasTotals ? comparedWith(summing) : [])].slice(0, differencesMax),
  }
}
/** As many as a person reads. */
const differencesMax = 20

function takeTotal({ totals, differences }: Summing, { line, columns }: FileRow & { columns: UncheckedRow }): void {
  const read = readClearingRow(columns)
  if ('problems' in read)
    differences.push(...read.problems.map(({ field, message }) => `line ${line}, ${field}: ${message}`))
  if (!('total' in read)) return
  const { currency } = read.total.net
  if (totals.has(currency)) differences.push(`line ${line}: there is a total of ${currency} above it`)
  totals.set(currency, read.total)
}

function takeRow(summing: Summing, row: FileRow): void {
  const { sums, totals, uncounted, differences } = summing
  summing.rowCount++
  if (totals.size > 0 && differences.length < differencesMax)
    differences.push(`line ${row.line} is below the totals, which come last`)
  const net = 'columns' in row ? netOfRow(row.columns) : undefined
  if (!net) {
    if (uncounted.length < differencesMax) uncounted.push(`line ${row.line} has no amount that can be counted`)
    return
  }
  const { count, net: before } = sums.get(net.currency) ?? { count: 0, net: zero(net.currency) }
  sums.set(net.currency, { count: count + 1, net: add(before, net) })
}

function comparedWith({ sums, totals, uncounted }: Summing): string[] {
  const currencies = [...new Set([...sums.keys(), ...totals.keys()])]
  const different = currencies.flatMap((currency) => {
    const [rows, total] = [sums.get(currency), totals.get(currency)]
    if (!total) return [`${currency} has rows, and no total`]
    const { count, net } = rows ?? { count: 0, net: zero(currency) }
    if (count === total.count && compare(net, total.net) === 0) return []
    return [`${currency}: its total says ${sumText(total)}; the file has ${sumText({ count, net })}`]
  })
  return [...different, ...uncounted]
}

/** `12 rows, 100.00`. */
export const sumText = ({ count, net }: Sum): string => `${count} rows, ${formatMoney(net)}`
