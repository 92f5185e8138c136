import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'

/** A file that is written beside its place, readable by its owner alone, and put there when it is whole. */
export type NewFile = {
  append(lines: readonly string[]): Promise<void>
  finish(): Promise<void>
  /** It is not needed after all. */
  discard(): Promise<void>
  close(): Promise<void>
}

/** Refuses a file that is there already; `instead` says what to do. */
export async function openNewFile(path: string, instead: string): Promise<NewFile> {
  if (existsSync(path)) throw new Error(`${path} is there already. ${instead}`)
  const partial = `${path}.partial`
  const handle = await open(partial, 'w', 0o600)
  let written = 0
  return {
    append: async (lines) => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
      // It goes on until all is written: one write may take a part of it, as where the disk is nearly full.
      await handle.appendFile(bytes)
      written += bytes.length
    },
    finish: async () => {
      await handle.sync()
      const { size } = await handle.stat()
      if (size !== written)
        throw new Error(`${partial} has ${size} bytes in place of ${written}. Nothing is in ${path}.`)
      await rename(partial, path)
    },
    discard: () => rm(partial, { force: true }),
    close: () => handle.close(),
  }
}
