import { existsSync } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { type FileRow, importColumns } from '#acquiring/shoppers'
import { refuseOpenFile } from '#kernel/crypto/private-file.ts'

/** A file of cards that is being read, row by row. */
export type CardFile = {
  rows: AsyncIterable<FileRow>
  /** How much of it is read, from 0 to 1. */
  progress(): number
  close(): Promise<void>
}

/**
 * Opens a CSV file of cards (RFC 4180, UTF-8). Refuses one that other users may read, and one whose columns are not those
 * of an import. A row with too many or too few columns is a row with a problem; where the file is no CSV at all it ends.
 */
export async function openCardFile(path: string): Promise<CardFile> {
  const handle = await open(path)
  try {
    const { mode, size } = await handle.stat()
    refuseOpenFile({ path, mode }, 'it holds card numbers')
    let bytes = 0
    const rows = async function* (): AsyncGenerator<FileRow> {
      for await (const { row, read } of rowsOf(path, handle)) {
        bytes = read
        yield row
      }
    }
    return { rows: rows(), progress: () => (size === 0 ? 1 : bytes / size), close: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

type Parsed = {
  record: Record<string, string>
  info: { lines: number; bytes: number; columns: readonly unknown[] | boolean; error?: CsvError }
}

async function* rowsOf(path: string, handle: FileHandle): AsyncGenerator<{ row: FileRow; read: number }> {
  let hasHeader = false
  const parser = handle.createReadStream({ autoClose: false }).pipe(
    parse({
      bom: true,
      columns: (header: string[]) => {
        hasHeader = true
        return checkedColumns(path, header)
      },
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      max_record_size: rowCharactersMax,
    }),
  )
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      const { lines: line, bytes: read, error } = info
      yield { row: error ? { line, problem: wrongCount } : { line, columns: record }, read }
    }
    if (!hasHeader) checkedColumns(path, [])
  } catch (error) {
    // What the library says of it may hold a part of the row.
    if (error instanceof CsvError)
      throw new Error(`${path} is not CSV near line ${Number(error.lines)}: ${csvTrouble[error.code] ?? error.code}.`)
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

/** A column that is not known is refused: what is in it would silently be lost, or is a security code. */
function checkedColumns(path: string, header: readonly string[]): string[] {
  const known = importColumns.map(({ name }) => name)
  const missing = importColumns.filter(({ name, isRequired }) => isRequired && !header.includes(name))
  const unknown = header.filter((name) => !known.includes(name))
  const twice = header.filter((name, index) => header.indexOf(name) !== index)
  const wrong = [
    ...missing.map(({ name }) => `the column ${name} is missing`),
    ...twice.map((name) => `the column ${name} is there twice`),
    ...unknown.map((name) => (/cvv|cvc|security/i.test(name) ? `remove ${name}: ${noCodes}` : unknownColumn(name))),
  ]
  if (wrong.length === 0) return [...header]
  throw new Error(
    `${path}: ${wrong.join('; ')}. The first line names the columns, with commas between: ${known.join(',')}`,
  )
}
const noCodes = 'security codes may not be stored, here or where they come from'
/** A file without a header begins with a card. */
const unknownColumn = (name: string): string =>
  /\d{6}/.test(name)
    ? 'the first line has no names of columns'
    : `there is no column ${JSON.stringify(name.slice(0, 40))}`

/** Which stored card each reference is. Written beside its place, and put there when it is whole. */
export type MappingFile = {
  append(rows: readonly { reference: string; cardId: bigint }[]): Promise<void>
  finish(): Promise<void>
  close(): Promise<void>
}

export async function openMapping(path: string): Promise<MappingFile> {
  if (existsSync(path))
    throw new Error(`${path} is there already. Name another file: it will have every row of the cards that is stored.`)
  const partial = `${path}.partial`
  const handle = await open(partial, 'w', 0o600)
  await handle.write('reference,cardId\n')
  return {
    append: async (rows) => {
      await handle.write(rows.map(({ reference, cardId }) => `${reference},${cardId}\n`).join(''))
    },
    finish: async () => {
      await handle.sync()
      await rename(partial, path)
    },
    close: () => handle.close(),
  }
}
