import { type FileHandle, open, readFile, rename, stat } from 'node:fs/promises'
import { type Cluster, transferOwnership } from './cluster.ts'

const logBytesMax = 8 * 1024 * 1024

/**
 * The file the server writes to, and how long it is already. There are two at the most: this one, and the one before
 * it, changed when the server starts.
 */
export async function openLog({ logFile, account }: Cluster): Promise<{ log: FileHandle; logStart: number }> {
  const written = await stat(logFile).catch(() => undefined)
  if (written && written.size > logBytesMax) await rename(logFile, `${logFile}.1`)
  const log = await open(logFile, 'a', 0o600)
  await transferOwnership(account, logFile)
  return { log, logStart: (await log.stat()).size }
}

/** The last lines the server wrote since `logStart`. */
export async function tailOfLog({ logFile }: Cluster, logStart: number): Promise<string> {
  const text = (await readFile(logFile)).subarray(logStart).toString('utf8')
  return text.trimEnd().split('\n').slice(-linesShown).join('\n')
}

const linesShown = 15

/** The error text when the database does not start: what the server wrote, and what usually helps. */
export function startFailure({ folder, logFile }: Cluster, tail: string): string {
  const advice = advices.find(([pattern]) => pattern.test(tail))?.[1] ?? 'The output of the server may show why.'
  return `The database in ${folder} did not start. ${advice}\n${tail}\n(The whole log: ${logFile})`
}

const advices: readonly (readonly [RegExp, string])[] = [
  [/could not bind|Address already in use/, 'Its port is in use: end the other program, or choose another port.'],
  [/No space left on device|Disk quota/, 'The disk is full: free some space and start again; nothing is lost.'],
  [/pre-existing shared memory block/, 'Processes of a server that was killed still use it: end them and start again.'],
  [/shared memory|Cannot allocate memory/, 'There is too little memory for it: it needs some 400 MB.'],
  [
    /Permission denied|wrong ownership|invalid permissions/,
    'The folder and all in it must belong to one user, mode 0700.',
  ],
  [/invalid checkpoint|could not locate a valid checkpoint|PANIC/, 'Its files are damaged: restore the last backup.'],
]
