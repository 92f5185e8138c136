import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { freePort } from '#database/server-process.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { processorMs } from '../bench/processes.ts'
import { type App, openApp } from '../src/app/compose.ts'
import { readConfig } from '../src/app/config.ts'
import { ended, main, untilItServes } from '../tests/simulation/killable-program.ts'
import { noLimits } from '../tests/world/no-limits.ts'
import { scratchFolder } from '../tests/world/scratch.ts'

export const networkKey = 'network-key-of-the-soak-0123456789'

/** An installation whose program runs as its users start it, and can be stopped and started with other roles. */
export type SoakProgram = {
  url: string
  /** An instance of our own: it sets up what is needed, moves the clock, and looks at what there is. */
  app: App
  /** Starts `florin start` with these roles, and returns when it serves. */
  start(roles: string): Promise<void>
  stop(): Promise<void>
  /** What `florin verify` prints, and its exit code. */
  verify(): Promise<{ code: number; printed: string }>
  /** What has been used so far; all of it only grows, but for the heap and what is due. */
  usage(): Promise<Usage>
}

export type Usage = {
  /** Transitions of payments and messages of issued cards. */
  effects: number
  /** Rows that scans have returned. */
  rows: number
  /** Milliseconds of the processor. */
  program: number
  database: number
  heapBytes: number
  /** Items of due work that wait or are under way. */
  due: number
  sealsBehindSeconds: number
}

export async function openSoakProgram(sweeping: AsyncDisposableStack): Promise<SoakProgram> {
  const data = await scratchFolder('florin-soak-')
  sweeping.defer(() => rm(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))
  const database = await startEmbeddedDatabase({ dataDir: data, log: () => undefined })
  sweeping.defer(() => database.stop())
  await migrate(database.url, { log: () => undefined })
  const [port, metricsPort] = [await freePort(undefined), await freePort(undefined)]
  const env = {
    ...{ FLORIN_ENVIRONMENT: 'staging', FLORIN_STORY: 'off', FLORIN_LOG_LEVEL: 'error' },
    ...{ DATABASE_URL: database.url, FLORIN_KEYS: generateKeys(), FLORIN_DATA: data },
    ...{ FLORIN_HOST: '127.0.0.1', FLORIN_PORT: `${port}`, FLORIN_METRICS_PORT: `${metricsPort}` },
    // All load comes from one address, and a few cards pay all the time.
    ...{ FLORIN_VELOCITY_LIMITS: noLimits, FLORIN_SPENDING_VELOCITY: 'off' },
    ...{ FLORIN_NETWORK_KEYS: `soak=${networkKey}`, FLORIN_NOTIFICATION_TIMEOUT_MS: '3000' },
  }
  const url = `http://127.0.0.1:${port}`
  const { FLORIN_METRICS_PORT: _, ...ours } = env
  const app = await openApp({
    config: readConfig({ ...ours, FLORIN_DATABASE_CONNECTIONS: '4' }),
    log: silentLog,
    databaseUrl: database.url,
    publicUrl: url,
  })
  sweeping.defer(() => app.close())
  const sql = new pg.Client(database.url)
  await sql.connect()
  sweeping.defer(() => sql.end())
  const postmaster = Number((await readFile(join(data, 'postgresql/postmaster.pid'), 'utf8')).split('\n')[0])
  let child: ChildProcess | undefined
  const run = (...args: string[]) =>
    spawn(process.execPath, [main, ...args], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const stop = async () => {
    if (child) await ended(child, 'SIGINT')
    child = undefined
  }
  sweeping.defer(stop)
  return {
    url,
    app,
    stop,
    start: async (roles) => {
      child = spawn(process.execPath, [main, 'start'], {
        env: { PATH: process.env.PATH, ...env, FLORIN_ROLES: roles },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await untilItServes(child)
    },
    verify: async () => printedBy(run('verify')),
    usage: async () => ({
      ...(await readDatabase(sql)),
      ...(await readMetrics(metricsPort)),
      program: processorMs(child!.pid!),
      database: processorMs(postmaster, { children: true }),
    }),
  }
}

async function printedBy(command: ChildProcess): Promise<{ code: number; printed: string }> {
  let printed = ''
  for (const stream of [command.stdout, command.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  const { promise, resolve } = Promise.withResolvers<number>()
  command.once('close', (code) => resolve(code ?? 1))
  return { code: await promise, printed: printed.trim() }
}

async function readDatabase(sql: pg.Client): Promise<Pick<Usage, 'effects' | 'rows'>> {
  const { rows } = await sql.query<{ effects: string; rows: string }>(`
    select ((select coalesce(max(id), 0) from payments.payment_transitions)
          + (select coalesce(max(id), 0) from spending.messages))::text as effects,
           (select tup_returned from pg_stat_database where datname = current_database())::text as rows`)
  return { effects: Number(rows[0]!.effects), rows: Number(rows[0]!.rows) }
}

async function readMetrics(port: number): Promise<Pick<Usage, 'heapBytes' | 'due' | 'sealsBehindSeconds'>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const sumOf = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    )
  return {
    heapBytes: sumOf('nodejs_heap_size_used_bytes'),
    due: sumOf('florin_due_items'),
    sealsBehindSeconds: sumOf('florin_seals_behind_seconds'),
  }
}
