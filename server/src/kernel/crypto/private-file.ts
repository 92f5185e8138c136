import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

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

/** Puts a new content in the place of a file, whole after any crash, for the same owner and with the same mode. */
export function replacePrivateFile(path: string, content: string): void {
  const draft = `${path}.${randomUUID()}`
  const { uid, gid, mode } = statSync(path)
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx', flush: true })
    const made = statSync(draft)
    if (made.uid !== uid || made.gid !== gid) giveTo(draft, { uid, gid, path })
    chmodSync(draft, mode & 0o777)
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

function giveTo(draft: string, { uid, gid, path }: { uid: number; gid: number; path: string }): void {
  try {
    chownSync(draft, uid, gid)
  } catch (cause) {
    throw new Error(
      `${path} belongs to the user ${uid} and the group ${gid}, and this user may not make such a file. It stays as it is: do it as that user, or as root.`,
      { cause },
    )
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
