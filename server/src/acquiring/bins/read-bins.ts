import { type BinFacts, type BinRange, binDigitsMax, binDigitsMin, binFactNames, spanOf } from './bin.ts'
import { refuse } from './refusals.ts'

const columns = ['bin', 'from', 'to', ...binFactNames] as const
type Column = (typeof columns)[number]

/**
 * Reads a table of BINs line by line: comma-separated, the first line names the columns. A line has `bin`, or `from` and
 * `to`, of 6 to 11 digits; a range that spans several groups of six digits becomes one for each of them. Refuses the
 * first line that cannot be read, with its number.
 */
export async function* readBins(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<BinRange> {
  let header: readonly Column[] | undefined
  let number = 0
  for await (const line of lines) {
    number++
    if (line.length > lineMax) throw wrong(number, `is longer than ${lineMax} characters`)
    if (line.trim() === '') continue
    const cells = cellsOf(line.replace(/^\uFEFF/, ''), number)
    if (header) yield* rangesOf(header, cells, number)
    else header = headerOf(cells, number)
  }
  if (!header) throw wrong(1, 'is missing: the first line names the columns')
}
const lineMax = 4_096

const wrong = (line: number, why: string) => refuse('invalid_bin_table', { field: 'file', line: String(line), why })

/** Cells may be quoted, with two quotation marks for one. */
function cellsOf(line: string, number: number): string[] {
  const cells: string[] = []
  const cell = /\s*(?:"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y
  for (;;) {
    const found = cell.exec(line)
    if (!found) throw wrong(number, 'has a quotation mark that is not closed, or text beside it')
    cells.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim())
    if (found[3] === '') return cells
  }
}

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
