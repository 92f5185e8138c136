import { type ChildProcess, spawn } from 'node:child_process'
import pg from 'pg'
import { expect } from 'vitest'
import { freePort } from '#database/server-process.ts'
import { type Balancer, openBalancer } from '../world/balancer.ts'
import { ended, main, untilItServes } from './killable-program.ts'

/** One process of the program, as `florin start --roles …` starts it. */
export type Station = {
  port: number
  start(): Promise<void>
  /** No goodbye: `kill -9`. */
  kill(): Promise<void>
  /** `SIGTERM`, as every orchestrator sends it; returns the exit code. */
  stop(): Promise<number | null>
  /**
   * How many of its statements wait for a lock in the database at this moment, and go on waiting: a batch gives up after
   * 50 ms (`kernel/db/db.ts`), and is sent again by a program that lives.
   */
  waiting(): Promise<number>
}

export type Stations = { balancer: Balancer; all: readonly Station[]; close(): Promise<void> }

/** What a load balancer has to know of the addresses: these are for browsers, all others for the programs of stores. */
const isForBrowsers = (path: string): boolean =>
  /^\/$|^\/(?:checkout|l|subscription|bank-return|sandbox|demo)(?:\/|$)/.test(path)

/** A process for each list of roles, all on one database, behind a load balancer that sends each what it serves. */
export async function openStations(roles: readonly string[], env: Record<string, string>): Promise<Stations> {
  const ports: number[] = []
  for (const _ of roles) ports.push(await freePort(undefined))
  const balancer = await openBalancer(
    ports.map((port, index) => ({
      port,
      serves: (path) => roles[index]!.split(',').includes(isForBrowsers(path) ? 'pages' : 'api'),
    })),
  )
  const sql = new pg.Client(env.DATABASE_URL)
  await sql.connect()
  const all = roles.map((list, index) =>
    openStation(sql, ports[index]!, list, { ...env, FLORIN_PUBLIC_URL: balancer.url }),
  )
  return {
    balancer,
    all,
    close: async () => {
      for (const station of all) await station.kill()
      await balancer.close()
      await sql.end()
    },
  }
}

function openStation(sql: pg.Client, port: number, roles: string, env: Record<string, string>): Station {
  const name = `station ${port}`
  const url = new URL(env.DATABASE_URL!)
  url.searchParams.set('application_name', name)
  const environment = { PATH: process.env.PATH ?? '', ...env, DATABASE_URL: url.href, FLORIN_PORT: String(port) }
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    const running = child
    child = undefined
    if (!running) return null
    await ended(running, signal)
    return running.exitCode
  }
  return {
    port,
    start: async () => {
      child = spawn(process.execPath, [main, 'start', '--roles', roles], {
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      await untilItServes(child)
    },
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    waiting: async () => {
      const { rows } = await sql.query<{ waiting: number }>(
        `select count(distinct l.pid)::int as waiting from pg_locks l join pg_stat_activity a using (pid)
         where a.datname = current_database() and split_part(a.application_name, '/', 1) = $1
           and not l.granted and l.waitstart < clock_timestamp() - interval '500 milliseconds'`,
        [name],
      )
      return rows[0]!.waiting
    },
  }
}

/** From here on the acquirer receives requests and sends no responses, until `release`. */
export async function holdTheAcquirer(databaseUrl: string): Promise<{ release(): Promise<void> }> {
  const sql = new pg.Client(databaseUrl)
  await sql.connect()
  await sql.query('begin')
  await sql.query('lock table sandbox_acquirer.requests in exclusive mode')
  return {
    release: async () => {
      await sql.query('commit')
      await sql.end()
    },
  }
}

/** Looks again and again; a test that waits for what never comes says so. */
export async function untilTrue(what: string, question: () => Promise<boolean>): Promise<void> {
  await expect.poll(question, { timeout: 40_000, interval: 10, message: what }).toBe(true)
}
