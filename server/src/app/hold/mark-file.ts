import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../config.ts'

/** The last mark that a process has written into the database; `number` is how many it has made, absent in older files. */
export type Mark = { process: string; token: string; number?: bigint | undefined }

/** Beside the key file, which is not restored with the database; undefined where the keys come as text. */
const pathOf = ({ keys }: Pick<Config, 'keys'>): string | undefined =>
  'file' in keys ? `${keys.file}.mark` : undefined

/** The last mark of any process with these keys; undefined if there is none, or none can be kept here. */
export async function readMarkFile(config: Pick<Config, 'keys'>): Promise<Mark | undefined> {
  const path = pathOf(config)
  if (path === undefined) return undefined
  try {
    const { process, token, number } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
    if (typeof process !== 'string' || typeof token !== 'string') return undefined
    return { process, token, number: typeof number === 'string' ? BigInt(number) : undefined }
  } catch {
    return undefined
  }
}

/** Keeps a mark, where the folder of the keys can be written; returns whether it could. */
export async function writeMarkFile(config: Pick<Config, 'keys'>, { process: by, ...mark }: Mark): Promise<boolean> {
  const path = pathOf(config)
  if (path === undefined) return false
  try {
    const draft = `${path}.${by}`
    const text = JSON.stringify({ process: by, ...mark, number: mark.number?.toString() })
    await writeFile(draft, `${text}\n`, { mode: 0o600 })
    await rename(draft, path)
    return true
  } catch {
    return false
  }
}

/** Deletes the drafts of processes that were killed while they wrote one: a folder has one mark, however many have started. */
export async function removeDrafts(config: Pick<Config, 'keys'>): Promise<void> {
  const path = pathOf(config)
  if (path === undefined) return
  try {
    const [folder, start] = [dirname(path), `${basename(path)}.`]
    const drafts = (await readdir(folder)).filter((name) => name.startsWith(start))
    await Promise.all(drafts.map((name) => rm(join(folder, name), { force: true })))
  } catch {
    // The folder cannot be read: then no mark is kept in it either.
  }
}
