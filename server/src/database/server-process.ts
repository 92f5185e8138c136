import { execFileSync, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, serverEnvironment } from './cluster.ts'
import { runAs } from './server-account.ts'
import { openLog } from './server-log.ts'

/** A PostgreSQL server that is running on our cluster, started by this program or another. */
export type RunningServer = { pid: number; port: number; isReady: boolean }

/**
 * The server that is running on this cluster. PostgreSQL writes its process id down, but an id outlives its process and
 * is given to other programs: it is believed only when that process was started, by us, on this very folder.
 * Throws when it is a PostgreSQL but not started by us.
 */
export async function findServer({ folder }: Cluster): Promise<RunningServer | undefined> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port, status] = [Number(lines[0]), Number(lines[3]), lines[7]]
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined
  const command = commandOf(pid)
  if (command.includes(markOf(folder))) return { pid, port, isReady: status?.startsWith('ready') ?? false }
  // Another cluster of ours, a child of some PostgreSQL ("postgres: checkpointer"), or no PostgreSQL at all.
  const program = command[0] ?? ''
  if (basename(program) !== 'postgres' || command.some((word) => word.startsWith(mark))) return undefined
  throw new Error(
    `Process ${pid} may be a PostgreSQL, not started by Florin, that uses ${folder}. Stop it and start again. ` +
      `If it has nothing to do with this folder, delete ${join(folder, 'postmaster.pid')}.`,
  )
}

/** A setting without effect: it shows people and us, in the list of processes, which data a server uses. */
const mark = 'florin.folder='
const markOf = (folder: string) => `${mark}${folder}`

/** The command line of a process; empty when it has ended, even if its exit code has not been collected yet. */
function commandOf(pid: number): string[] {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const line = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    // Arguments are separated by spaces, which they may also contain; ours begin with "-c", so that is enough to split
    // them.
    return line.trim().split(/ -c | -D /)
  } catch {
    return []
  }
}

export type Launch = { program: string; port: number; settings: Readonly<Record<string, string>> }
export type Launched = RunningServer & {
  logStart: number
  onExit(listener: (code: number | null, signal: string | null) => void): void
}

/**
 * Starts the server and does not wait for it. It is in a session of its own: a Ctrl-C in the terminal is ours to
 * answer, and the server goes on until we have finished.
 */
export async function launchServer(cluster: Cluster, launch: Launch): Promise<Launched> {
  // Only reached when no server runs: what is left is a file about a process that is none of ours.
  await rm(join(cluster.folder, 'postmaster.pid'), { force: true })
  const { log, logStart } = await openLog(cluster)
  try {
    const child = spawn(launch.program, serverArguments(cluster, launch), {
      ...runAs(cluster.account),
      cwd: cluster.folder,
      env: serverEnvironment,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    const pid = await new Promise<number>((resolve, reject) => {
      child.once('error', reject).once('spawn', () => resolve(child.pid ?? 0))
    })
    child.unref()
    return { pid, port: launch.port, isReady: false, logStart, onExit: (listener) => child.once('exit', listener) }
  } finally {
    await log.close()
  }
}

/**
 * Undefined when the process has ended, or is still not ready after minutes: it may have gigabytes to replay after a
 * power cut, and must not be disturbed.
 */
export async function untilReady(
  cluster: Cluster,
  pid: number,
  onSlow: () => void,
): Promise<RunningServer | undefined> {
  const began = performance.now()
  for (let isSlow = false; performance.now() < began + readyTimeoutMs; await pause(pollMs)) {
    const server = isRunning(cluster, pid) ? await findServer(cluster) : undefined
    if (server?.pid === pid && server.isReady) return server
    if (!isRunning(cluster, pid)) return undefined
    if (!isSlow && performance.now() > began + slowAfterMs) onSlow()
    isSlow ||= performance.now() > began + slowAfterMs
  }
  return undefined
}

const readyTimeoutMs = 8 * 60_000
const slowAfterMs = 5_000
const pollMs = 10

const isRunning = ({ folder }: Cluster, pid: number) => commandOf(pid).includes(markOf(folder))

function serverArguments({ folder, argument }: Cluster, { port, settings }: Omit<Launch, 'program'>): string[] {
  const all = { ...settings, port: String(port) }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', argument, '-c', markOf(folder), ...flags]
}

/** Whether the server on this cluster, running or the last that ran, was started in the way it would be now. */
export async function wasLaunchedAs(cluster: Cluster, launch: Omit<Launch, 'program' | 'port'>): Promise<boolean> {
  const port = await lastPort(cluster)
  if (port === undefined) return false
  const words = serverArguments(cluster, { ...launch, port }).map((word) => `"${word}"`)
  return (await readOptions(cluster)).trimEnd().endsWith(words.join(' '))
}

/** The port this cluster had last: a free port that stays the same spares everybody who noted it down. */
export async function lastPort(cluster: Cluster): Promise<number | undefined> {
  const port = /"port=(\d+)"/.exec(await readOptions(cluster))?.[1]
  return port === undefined ? undefined : Number(port)
}

/** PostgreSQL notes its own command line, and leaves it there when it ends. */
const readOptions = ({ folder }: Cluster) => readFile(join(folder, 'postmaster.opts'), 'utf8').catch(() => '')

/**
 * `preferred` if it is free, or else one that is free and that no system gives to a connection (those begin at 32768
 * on Linux, later elsewhere): between the probe and the use, and between two starts, nobody comes upon it by accident.
 */
export async function freePort(preferred: number | undefined): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(20_000, 32_768)
    if (await isFree(port)) return port
  }
  throw new Error('No free port was found between 20000 and 32767.')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const isListening = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (isListening) await new Promise((resolve) => probe.close(resolve))
  return isListening
}

/** In order: finish cleanly, end now and recover at the next start, and the last resort. */
const endings = [
  { signal: 'SIGINT', patienceMs: 20_000 },
  { signal: 'SIGQUIT', patienceMs: 10_000 },
  { signal: 'SIGKILL', patienceMs: 10_000 },
] as const

/** Ends the server that runs on this cluster, if one does. Committed work survives each of the ways. */
export async function stopServer(cluster: Cluster, pid: number): Promise<void> {
  for (const { signal, patienceMs } of endings) {
    if (!isRunning(cluster, pid)) return
    send(signal, pid)
    const deadline = performance.now() + patienceMs
    while (isRunning(cluster, pid) && performance.now() < deadline) await pause(pollMs)
  }
  if (isRunning(cluster, pid)) throw new Error(`PostgreSQL (process ${pid}) cannot be stopped.`)
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has ended between the look and the signal.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
