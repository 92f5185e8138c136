import type { FileHandle } from 'node:fs/promises'
import { CsvError } from 'csv-parse'
import type { Column, FileRow } from '#kernel/base/file-row.ts'
import { readCsvRows } from '#kernel/base/read-csv.ts'

/** An open file, and what a person calls it. */
export type CsvSource = { name: string; handle: FileHandle }

export type CsvRules = {
  columns: readonly Column[]
  /** What to do about a column that may not be there, for some that are not known. */
  unwanted?: (column: string) => string | undefined
  /** Called with the columns of the first line, before there is any row. */
  begins?: (header: readonly string[]) => void
  /** Called with every byte of the file. */
  reads?: (bytes: Buffer) => void
}

/** A row, its own text in the file, and how many bytes of the file are read with it. */
export type CsvRow = { row: FileRow; text: string; read: number }

type Parsed = {
  raw: string
  record: Record<string, string>
  info: { lines: number; bytes: number; error?: CsvError }
}

/**
 * The rows of a CSV file (RFC 4180, UTF-8), from its beginning, one after the other. Refuses a file whose columns are not
 * the known ones. A row with too many or too few columns is a row with a problem; where the file is no CSV at all it ends.
 */
export async function* csvRows({ name, handle }: CsvSource, rules: CsvRules): AsyncGenerator<CsvRow> {
  let hasHeader = false
  const stream = handle.createReadStream({ autoClose: false, start: 0 })
  if (rules.reads) stream.on('data', (bytes) => rules.reads?.(bytes as Buffer))
  const rows = readCsvRows<Parsed>(stream, {
    columns: (header: string[]) => {
      hasHeader = true
      const columns = checkedColumns(name, header, rules)
      rules.begins?.(columns)
      return columns
    },
    raw: true,
    max_record_size: rowCharactersMax,
  })
  try {
    for await (const { raw, record, info } of rows) {
      const { lines: line, bytes: read, error } = info
      const text = raw.replace(/\r?\n$/, '')
      yield { row: error ? { line, problem: wrongCount } : { line, columns: record }, text, read }
    }
    if (!hasHeader) checkedColumns(name, [], rules)
  } catch (error) {
    // What the library says of it may hold a part of the row.
    if (error instanceof CsvError)
      throw new Error(`${name} is not CSV near line ${Number(error.lines)}: ${csvTrouble[error.code] ?? error.code}.`)
    throw error
  }
}
const rowCharactersMax = 10_000
const wrongCount = { field: 'row', message: 'has not as many fields as the header' }

const csvTrouble: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_MAX_RECORD_SIZE: 'a row is longer than 10,000 characters; perhaps a quotation mark is not closed',
  CSV_INVALID_CLOSING_QUOTE: 'something stands behind a closing quotation mark; one within a text is written twice',
  INVALID_OPENING_QUOTE: 'a quotation mark stands within a field that does not begin with one',
}

/** A column that is not known is refused: what is in it would silently be lost, or may not be there at all. */
function checkedColumns(name: string, header: readonly string[], { columns, unwanted }: CsvRules): string[] {
  const known = columns.map((column) => column.name)
  const missing = columns.filter((column) => column.isRequired && !header.includes(column.name))
  const unknown = header.filter((one) => !known.includes(one))
  const twice = header.filter((one, index) => header.indexOf(one) !== index)
  const wrong = [
    ...missing.map((column) => `the column ${column.name} is missing`),
    ...twice.map((one) => `the column ${one} is there twice`),
    ...unknown.map((one) => unwanted?.(one) ?? unknownColumn(one)),
  ]
  if (wrong.length === 0) return [...header]
  throw new Error(
    `${name}: ${wrong.join('; ')}. The first line names the columns, with commas between: ${known.join(',')}`,
  )
}
/** A file without a header begins with a row, and most rows have a number. */
const unknownColumn = (name: string): string =>
  /\d{6}/.test(name)
    ? 'the first line has no names of columns'
    : `there is no column ${JSON.stringify(name.slice(0, 40))}`
