import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { refuse } from '../refusals.ts'

export type CsvRow = { cells: readonly string[]; line: number }

/** Reads the rows of a CSV file one after another. A quotation mark may stand within a cell that does not begin with one. */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  { delimiter }: { delimiter: ',' | ';' },
): AsyncGenerator<CsvRow> {
  const parser = Readable.from(chunks).pipe(
    parse({
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: rowCharactersMax,
    }),
  )
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>)
      yield { cells: record, line: info.lines }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const why = error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'a quotation mark is not closed' : error.code
    throw refuse('invalid_list_file', { field: 'file', line: String(error.lines), why: `is no CSV: ${why}` })
  }
}
const rowCharactersMax = 200_000
