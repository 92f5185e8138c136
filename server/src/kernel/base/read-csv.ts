import { pipeline } from 'node:stream'
import { type Options, parse } from 'csv-parse'

/**
 * The rows of a CSV text (RFC 4180) as it arrives, in the shape that the options ask for. A text that is no CSV ends them
 * with a `CsvError`, and one that cannot be read with the error of its reading.
 */
export function readCsvRows<Row>(
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string>,
  options: Options,
): AsyncIterable<Row> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    ...options,
  })
  // The parser ends with whatever ends the reading.
  pipeline(chunks, parser, () => undefined)
  return parser as AsyncIterable<Row>
}
