import { constants } from 'node:fs'
import { access, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../config.ts'

/** The last mark that a process has written into the database; `number` is how many it has made, absent in older files. */
export type Mark = { process: string; token: string; number?: bigint | undefined }

/** The place of the mark outside of the database, which is not restored with it; undefined where there is none. */
type MarkPlace = Pick<Config, 'markFile'>

/** The last mark of any process here; or why it is not known, which is no sign that nothing is lost. */
type Kept = { mark: Mark; unknown?: undefined } | { mark?: undefined; unknown: string }

export async function readMarkFile({ markFile }: MarkPlace): Promise<Kept> {
  if (markFile === undefined) return { unknown: 'has no place: the keys come as text, and FLORIN_MARK_FILE names none' }
  try {
    const mark = readMark(await readFile(markFile, 'utf8'))
    return mark ? { mark } : { unknown: `cannot be read: ${markFile} is empty or no mark` }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { unknown: code === 'ENOENT' ? `is not there: ${markFile}` : `cannot be read: ${markFile} (${code})` }
  }
}

function readMark(text: string): Mark | undefined {
  try {
    const { process, token, number } = JSON.parse(text) as Record<string, unknown>
    if (typeof process !== 'string' || typeof token !== 'string') return undefined
    return { process, token, number: typeof number === 'string' ? BigInt(number) : undefined }
  } catch {
    return undefined
  }
}

/** Keeps a mark, whole after any crash; returns why it could not. Nothing is written where there is no place. */
export async function writeMarkFile({ markFile }: MarkPlace, mark: Mark): Promise<string | undefined> {
  if (markFile === undefined) return undefined
  const draft = `${markFile}.${mark.process}`
  const text = JSON.stringify({ ...mark, number: mark.number?.toString() })
  const write = async () => {
    await writeFile(draft, `${text}\n`, { mode: 0o600, flush: true })
    await rename(draft, markFile)
  }
  const gone = (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? write() : Promise.reject(error))
  try {
    // A process that starts at this moment removes drafts.
    await write().catch(gone)
    return undefined
  } catch (error) {
    return unwritable(markFile, error)
  }
}

/** The reason why a mark could not be written, as far as it is known without writing one. */
export async function whyUnwritable(markFile: string): Promise<string | undefined> {
  try {
    await access(dirname(markFile), constants.W_OK)
    return undefined
  } catch (error) {
    return unwritable(markFile, error)
  }
}

const unwritable = (markFile: string, error: unknown): string =>
  `cannot be written: ${markFile} (${(error as NodeJS.ErrnoException).code})`

/** Deletes the drafts of processes that were killed while they wrote one: a folder has one mark, however many have started. */
export async function removeDrafts({ markFile }: MarkPlace): Promise<void> {
  if (markFile === undefined) return
  try {
    const [folder, start] = [dirname(markFile), `${basename(markFile)}.`]
    const drafts = (await readdir(folder)).filter((name) => name.startsWith(start))
    await Promise.all(drafts.map((name) => rm(join(folder, name), { force: true })))
  } catch {
    // The folder cannot be read: then no mark is kept in it either, which is said when one is written.
  }
}
