import { CsvError } from 'csv-parse'
import { readCsvRows } from '#kernel/base/read-csv.ts'
import { type BinFacts, type BinRange, binDigitsMax, binDigitsMin, binFactNames, spanOf } from './bin.ts'
import { refuse } from './refusals.ts'

const columns = ['bin', 'from', 'to', ...binFactNames] as const
type Column = (typeof columns)[number]

/**
 * Reads a table of BINs row by row: CSV (RFC 4180), the first row names the columns. A row has `bin`, or `from` and `to`,
 * of 6 to 11 digits; a range that spans several groups of six digits becomes one for each of them. Refuses the first row
 * that cannot be read, with the number of its line.
 */
export async function* readBins(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<BinRange> {
  let header: readonly Column[] | undefined
  for await (const { cells, line } of rowsOf(chunks)) {
    if (header) yield* rangesOf(header, cells, line)
    else header = headerOf(cells, line)
  }
  if (!header) throw wrong(1, 'is missing: the first line names the columns')
}

type Parsed = { record: string[]; info: { lines: number } }

async function* rowsOf(
  chunks: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<{ cells: readonly string[]; line: number }> {
  const rows = readCsvRows<Parsed>(chunks, { max_record_size: rowCharactersMax })
  try {
    for await (const { record, info } of rows) yield { cells: record, line: info.lines }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw wrong(Number(error.lines), problems[error.code] ?? `is no CSV: ${error.code}`)
  }
}
const rowCharactersMax = 4_096

const problems: Partial<Record<CsvError['code'], string>> = {
  CSV_MAX_RECORD_SIZE: `is longer than ${rowCharactersMax} characters`,
  CSV_QUOTE_NOT_CLOSED: 'has a quotation mark that is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'has text beside a quotation mark',
  INVALID_OPENING_QUOTE: 'has text beside a quotation mark',
}

const wrong = (line: number, why: string) => refuse('invalid_bin_table', { field: 'file', line: String(line), why })

function headerOf(cells: readonly string[], number: number): readonly Column[] {
  const names = cells.map((cell) => cell.toLowerCase())
  const unknown = names.filter((name) => !columns.some((column) => column === name))
  if (unknown.length > 0 || new Set(names).size < names.length)
    throw wrong(number, `names the columns: some of ${columns.join(', ')}, each once; not ${names.join(', ')}`)
  if (!names.includes('bin') && !(names.includes('from') && names.includes('to')))
    throw wrong(number, 'names no column bin, nor from and to')
  return names as Column[]
}

function* rangesOf(header: readonly Column[], cells: readonly string[], number: number): Generator<BinRange> {
  if (cells.length !== header.length) throw wrong(number, `has ${cells.length} cells and not ${header.length}`)
  const row: Partial<Record<Column, string>> = Object.fromEntries(header.map((name, index) => [name, cells[index]]))
  const facts = factsIn(row, number)
  const from = digitsIn(row.from || row.bin, number)
  const to = digitsIn(row.to || row.bin, number)
  const [low, high] = [spanOf(from).low, spanOf(to).high]
  if (low > high) throw wrong(number, `ends at ${to}, before it begins`)
  const [first, last] = [low / perGroup, high / perGroup]
  if (last - first >= groupsMax) throw wrong(number, `spans more than ${groupsMax} groups of six digits`)
  for (let group = first; group <= last; group++) {
    const begin = group * perGroup
    const end = begin + perGroup - 1n
    yield { low: low > begin ? low : begin, high: high < end ? high : end, facts }
  }
}
/** Eleven digits have so many numbers for each first six. */
const perGroup = 100_000n
const groupsMax = 10_000n

function digitsIn(text: string | undefined, number: number): string {
  if (text && text.length >= binDigitsMin && text.length <= binDigitsMax && /^\d+$/.test(text)) return text
  throw wrong(number, `has ${text ? `"${text}"` : 'nothing'} where ${binDigitsMin} to ${binDigitsMax} digits belong`)
}

function factsIn(row: Partial<Record<Column, string>>, number: number): BinFacts {
  const facts = Object.fromEntries(binFactNames.filter((name) => row[name]).map((name) => [name, row[name]!]))
  const long = binFactNames.find((name) => (facts[name]?.length ?? 0) > textMax)
  if (long) throw wrong(number, `has more than ${textMax} characters in ${long}`)
  if (facts.country && !/^[a-z]{2}$/i.test(facts.country))
    throw wrong(number, `has ${facts.country} as country, which has two letters, such as RO`)
  return { ...facts, ...(facts.country && { country: facts.country.toUpperCase() }) }
}
const textMax = 100
