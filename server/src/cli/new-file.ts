import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, open, rm, writeFile } from 'node:fs/promises'

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
      await put(partial, path)
      await rm(partial)
    },
    discard: () => rm(partial, { force: true }),
    close: () => handle.close(),
  }
}

/** Writes a file at once; no other is replaced, and half of one is never left. */
export async function writeNewFile(path: string, content: AsyncIterable<Uint8Array | string>): Promise<void> {
  if (existsSync(path)) throw Object.assign(new Error(`${path} is there already`), { code: 'EEXIST', path })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, content, { mode: 0o600, flag: 'wx', flush: true })
    await put(draft, path)
  } catch (error) {
    // The name that was typed says more than that of the draft.
    throw error instanceof Error && 'path' in error ? Object.assign(error, { path }) : error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Unlike a renamed file, a link never takes the place of one that has come meanwhile. */
const put = (draft: string, path: string): Promise<void> => link(draft, path)
