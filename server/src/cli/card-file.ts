import { open } from 'node:fs/promises'
import { importColumns } from '#acquiring/shoppers'
import type { FileRow } from '#kernel/base/file-row.ts'
import { refuseOpenFile } from '#kernel/crypto/private-file.ts'
import { csvRows } from './csv-rows.ts'
import { type NewFile, openNewFile } from './new-file.ts'

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
      for await (const { row, read } of csvRows(
        { name: path, handle },
        { columns: importColumns, unwanted: noCodes },
      )) {
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

const noCodes = (column: string): string | undefined =>
  /cvv|cvc|security/i.test(column)
    ? `remove ${column}: security codes may not be stored, here or where they come from`
    : undefined

/** Which stored card each reference is. */
export type MappingFile = NewFile & { map(rows: readonly { reference: string; cardId: bigint }[]): Promise<void> }

export async function openMapping(path: string): Promise<MappingFile> {
  const file = await openNewFile(path, 'Name another file: it will have every row of the cards that is stored.')
  await file.append(['reference,cardId'])
  return { ...file, map: (rows) => file.append(rows.map(({ reference, cardId }) => `${reference},${cardId}`)) }
}
