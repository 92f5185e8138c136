import { CsvError } from 'csv-parse'
import { readCsvRows } from '#kernel/base/read-csv.ts'
import { refuse } from '../refusals.ts'

export type CsvRow = { cells: readonly string[]; line: number }

/** Reads the rows of a CSV file one after another. A quotation mark may stand within a cell that does not begin with one. */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  { delimiter }: { delimiter: ',' | ';' },
): AsyncGenerator<CsvRow> {
  const options = { delimiter, relax_quotes: true, max_record_size: rowCharactersMax }
  const rows = readCsvRows<{ record: string[]; info: { lines: number } }>(chunks, options)
  try {
    for await (const { record, info } of rows) yield { cells: record, line: info.lines }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const why = error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quotation mark is not closed' : error.code
    throw refuse('invalid_list_file', { field: 'file', line: String(error.lines), why: `is no CSV: ${why}` })
  }
}
const rowCharactersMax = 200_000
