import { createHash } from 'node:crypto'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { clearingColumns } from '#issuing/spending'
import type { FileRow } from '#kernel/base/file-row.ts'
import { refuseOpenFile } from '#kernel/crypto/private-file.ts'
import { csvRows } from './csv-rows.ts'

/** A clearing file that is open, to be read more than once. */
export type OpenClearingFile = {
  name: string
  /** Its rows, from its beginning. `texts`: where to put the own text of each, by its line. */
  rows(texts?: Map<number, string>): AsyncGenerator<FileRow>
  /** SHA-256 of its bytes, when its rows were read. */
  digest(): Uint8Array
  /** Its first line, when its rows were read. */
  header(): string
  /** How much of it is read, from 0 to 1. */
  progress(): number
  close(): Promise<void>
}

/** Opens a CSV file of presentments; `-` is what arrives on standard input. One with card numbers must be closed to others. */
export async function openClearingFile(path: string): Promise<OpenClearingFile> {
  const isPiped = path === '-'
  const handle = isPiped ? await spool(process.stdin) : await open(path)
  const { mode, size } = await handle.stat()
  let [bytes, header, digest] = [0, '', Buffer.alloc(0)]
  const begins = (columns: readonly string[]) => {
    header = columns.join(',')
    if (!isPiped && columns.includes('cardNumber')) refuseOpenFile({ path, mode }, 'it holds card numbers')
  }
  return {
    name: isPiped ? 'standard input' : basename(path),
    rows: async function* (texts) {
      const hash = createHash('sha256')
      const rules = { columns: clearingColumns, begins, reads: (some: Buffer) => void hash.update(some) }
      for await (const { row, text, read } of csvRows({ name: path, handle }, rules)) {
        bytes = read
        texts?.set(row.line, text)
        yield row
      }
      digest = hash.digest()
    },
    digest: () => digest,
    header: () => header,
    progress: () => (size === 0 ? 1 : bytes / size),
    close: () => handle.close(),
  }
}

/** A file that is read twice has to be somewhere: one without a name, which is gone with the process that has it open. */
async function spool(stream: NodeJS.ReadableStream): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-clearing-'))
  const handle = await open(join(folder, 'file'), 'wx+', 0o600)
  await rm(folder, { recursive: true })
  for await (const some of stream) await handle.appendFile(some as Buffer)
  return handle
}
