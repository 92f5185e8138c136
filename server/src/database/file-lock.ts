import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A lock on a file that the system itself releases when its holder dies, however it dies: no stale locks, no guessing
 * whether a process id is still the same program.
 * Node offers no such lock by name, but the SQLite inside it does. The file stays empty: only the lock is used.
 */
export type FileLock = { release(): void }

/** Keeps locks from being released by the garbage collector when nothing else refers to them. */
const held = new Set<DatabaseSync>()

/** Any number may hold a file `shared`, or one `exclusive`. Returns undefined if the lock is not available now. */
export function tryLock(file: string, mode: 'shared' | 'exclusive'): FileLock | undefined {
  const connection = new DatabaseSync(file, { timeout: 0 })
  try {
    connection.exec(mode === 'exclusive' ? 'begin exclusive' : 'begin; select count(*) from sqlite_schema')
  } catch (error) {
    connection.close()
    if (isBusy(error)) return undefined
    throw new Error(`${file} cannot be locked: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
  held.add(connection)
  return {
    release: () => {
      if (held.delete(connection)) connection.close()
    },
  }
}

/** Waits for the lock for at most `timeoutMs`; returns undefined if it was not available in time. */
export async function waitForLock(file: string, timeoutMs: number): Promise<FileLock | undefined> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const lock = tryLock(file, 'exclusive')
    if (lock || performance.now() > deadline) return lock
    await pause(pollMs)
  }
}

const pollMs = 20
/** https://sqlite.org/rescode.html#busy */
const sqliteBusy = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}
