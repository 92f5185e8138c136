import { randomUUID } from 'node:crypto'
import { linkSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Makes a file that its owner alone reads, whole from its first moment and after any crash: it is written beside and linked.
 * Never takes the place of another; returns whether there was none.
 */
export function makePrivateFile(path: string, content: string | Uint8Array): boolean {
  const draft = `${path}.${randomUUID()}`
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw Object.assign(error as Error, { path })
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * Refuses a file that other users may read, or its group may write. `why` goes on after "is open to other users (mode
 * 0644)".
 */
export function refuseOpenFile({ path, mode }: { path: string; mode: number }, why: string): void {
  const rights = mode & 0o777
  if (process.platform === 'win32' || (rights & 0o027) === 0) return
  throw new Error(
    `${path} is open to other users (mode ${rights.toString(8).padStart(4, '0')}); ${why}. Close it: chmod 600 ${path}`,
  )
}
