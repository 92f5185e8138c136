import { readCsvRows } from '#kernel/base/read-csv.ts'
import type { FileChunks } from '../processor.ts'
import type { FileColumn, SettlementFileLayout } from './profile-settlement-file.ts'

/** A line of a file, from which a column is read without the spaces around it. */
export type FileLine = { line: number; at(column: FileColumn): string }

/** The lines of a file as they arrive. Throws a sentence where the file is not of the shape. */
export const linesOf = (chunks: FileChunks, layout: SettlementFileLayout): AsyncIterable<FileLine> =>
  layout.format === 'csv' ? csvLines(chunks, layout) : fixedLines(chunks, layout)

async function* csvLines(chunks: FileChunks, { separator, encoding, columns }: SettlementFileLayout) {
  const wanted = Object.values(columns)
    .flat()
    .filter((one) => typeof one === 'string')
  const rows = readCsvRows<{ record: Record<string, string>; info: { lines: number } }>(texts(chunks, encoding), {
    delimiter: separator,
    columns: (header: string[]) => {
      const missing = wanted.filter((name) => !header.includes(name))
      if (missing.length > 0) throw new Error(`The file has no column ${missing.join(', ')}, which the profile names.`)
      return header
    },
  })
  for await (const { record, info } of rows)
    yield { line: info.lines, at: (column: FileColumn) => record[column as string]?.trim() ?? '' }
}

async function* fixedLines(chunks: FileChunks, { encoding }: SettlementFileLayout): AsyncGenerator<FileLine> {
  let [held, number] = ['', 0]
  const lineOf = (text: string): FileLine => ({
    line: number,
    at: (column) => {
      const { at, length } = column as Exclude<FileColumn, string>
      return text.slice(at - 1, at - 1 + length).trim()
    },
  })
  for await (const text of texts(chunks, encoding)) {
    const lines = `${held}${text}`.split(/\r?\n/)
    held = lines.pop() ?? ''
    if (held.length > lineMax)
      throw new Error(`Line ${number + lines.length + 1} of the file is longer than ${lineMax} characters.`)
    for (const line of lines) {
      number++
      if (line.trim() !== '') yield lineOf(line)
    }
  }
  number++
  if (held.trim() !== '') yield lineOf(held)
}
const lineMax = 10_000

async function* texts(chunks: FileChunks, encoding: SettlementFileLayout['encoding']): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
