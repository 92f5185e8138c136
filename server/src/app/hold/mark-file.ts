import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Config } from '../config.ts'

/** The last mark that a process has written into the database. */
export type Mark = { process: string; token: string }

/** Beside the key file, which is not restored with the database; undefined where the keys come as text. */
const pathOf = ({ keys }: Pick<Config, 'keys'>): string | undefined =>
  'file' in keys ? `${keys.file}.mark` : undefined

/** The last mark of any process with these keys; undefined if there is none, or none can be kept here. */
export async function readMarkFile(config: Pick<Config, 'keys'>): Promise<Mark | undefined> {
  const path = pathOf(config)
  if (path === undefined) return undefined
  try {
    const { process, token } = JSON.parse(await readFile(path, 'utf8')) as Partial<Mark>
    return typeof process === 'string' && typeof token === 'string' ? { process, token } : undefined
  } catch {
    return undefined
  }
}

/** Keeps a mark, where the folder of the keys can be written; returns whether it could. */
export async function writeMarkFile(config: Pick<Config, 'keys'>, { process: by, token }: Mark): Promise<boolean> {
  const path = pathOf(config)
  if (path === undefined) return false
  try {
    const draft = `${path}.${by}`
    await writeFile(draft, `${JSON.stringify({ process: by, token })}\n`, { mode: 0o600 })
    await rename(draft, path)
    return true
  } catch {
    return false
  }
}
