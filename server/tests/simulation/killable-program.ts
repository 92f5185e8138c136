import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '#database/server-process.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { type App, openApp } from '../../src/app/compose.ts'
import { readConfig } from '../../src/app/config.ts'
import { openInstallation } from '../../src/app/installation.ts'
import { noLimits } from '../world/no-limits.ts'
import { scratchFolder } from '../world/scratch.ts'

/**
 * The real program, started as its users start it, in a process and with a database of its own, for killing. Only what
 * was started here is ever killed.
 */
export type KillableProgram = {
  url: string
  environment: Readonly<Record<string, string>>
  /** Starts it, and comes back when it serves. */
  start(): Promise<void>
  /** Comes back when it serves, at once if it does. */
  serving(): Promise<void>
  /** No goodbye for anybody named: `kill -9`. */
  kill(whom: 'program' | 'database' | 'both'): Promise<void>
  /** Of the program and of the postmaster of its database. */
  pids(): Promise<{ program: number; database: number }>
  /** Runs one command of the program; returns its output and its exit code. */
  command(...args: string[]): Promise<{ code: number; printed: string }>
  /** Kills what is left, and removes the data. */
  sweep(): Promise<void>
}

/** What `npm start` runs. */
export const main = join(import.meta.dirname, '../../src/cli/florin.ts')

export async function killableProgram(more: Readonly<Record<string, string>> = {}): Promise<KillableProgram> {
  const data = await scratchFolder('florin-death-')
  const port = await freePort(undefined)
  const environment = {
    FLORIN_ENVIRONMENT: 'staging',
    FLORIN_DATA: data,
    FLORIN_PORT: String(port),
    FLORIN_LOG_LEVEL: 'error',
    FLORIN_STORY: 'off',
    FLORIN_VELOCITY_LIMITS: noLimits,
    FLORIN_WORKER_EVERY_MS: '100',
    FLORIN_NOTIFICATION_TIMEOUT_MS: '3000',
    ...more,
  }
  const env = { PATH: process.env.PATH ?? '', ...environment }
  let child: ChildProcess | undefined
  let serving = Promise.withResolvers<void>()
  return {
    url: `http://127.0.0.1:${port}`,
    environment,
    serving: () => serving.promise,
    start: async () => {
      child = spawn(process.execPath, [main, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      await untilItServes(child)
      serving.resolve()
    },
    kill: async (whom) => {
      if (whom !== 'program') await killDatabase(data)
      if (whom !== 'database' && child) {
        const running = child
        child = undefined
        serving = Promise.withResolvers()
        await ended(running)
      }
    },
    pids: async () => {
      const database = await postmasterOf(data)
      if (!child?.pid || !database) throw new Error('the program or its database does not run')
      return { program: child.pid, database }
    },
    command: (...args) =>
      new Promise((resolve) => {
        execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) =>
          resolve({ code: error ? 1 : 0, printed: `${stdout}${stderr}` }),
        )
      }),
    sweep: async () => {
      if (child) await ended(child)
      await killDatabase(data)
      await rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Waits for its line on standard output. Its output so far is in the error when it ends before. */
export function untilItServes(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let output = ''
  const append = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-4_000)
    if (output.includes('Florin is running')) resolve()
  }
  child.stdout?.on('data', append)
  child.stderr?.on('data', append)
  child.once('exit', (code, signal) =>
    reject(new Error(`the program ended with ${code ?? signal} before it served:\n${output}`)),
  )
  return promise
}

/** Sends it the signal and comes back when it has ended. */
export function ended(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.kill(signal)
  return promise
}

/**
 * The postmaster, by the file in which it says who it is (https://www.postgresql.org/docs/18/storage-file-layout.html).
 */
async function postmasterOf(data: string): Promise<number> {
  const file = await readFile(join(data, 'postgresql/postmaster.pid'), 'utf8').catch(() => '')
  return Number(file.split('\n')[0])
}

async function killDatabase(data: string): Promise<void> {
  const pid = await postmasterOf(data)
  if (!pid) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Beside the program, and with its database, we are another one; before its first start the one that makes it. */
export async function withContext<T>(
  { environment, url }: KillableProgram,
  work: (ctx: { app: App; databaseUrl: string }) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment)
  const { databaseUrl, stop } = await openInstallation(config, silentLog, { by: 'start' })
  try {
    const app = await openApp({ config, log: silentLog, databaseUrl, publicUrl: url })
    try {
      return await work({ app, databaseUrl })
    } finally {
      await app.close()
    }
  } finally {
    await stop()
  }
}
