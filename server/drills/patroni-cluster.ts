import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { runAs } from '#database/server-account.ts'
import { freePort } from '#database/server-process.ts'
import {
  databaseName,
  etcdFlags,
  haproxyConfiguration,
  patroniConfiguration,
  pgbouncerConfiguration,
} from './patroni-configuration.ts'
import { killFamilies, makeFolder, type Place } from './postgres.ts'

/** A machine: a member of etcd, Patroni, and the PostgreSQL that Patroni starts. */
export type Machine = {
  name: string
  port: number
  restPort: number
  etcd: { client: number; peer: number }
  start(): Promise<void>
  /** Like a machine that loses its power: everything on it is killed at once. */
  die(): Promise<void>
  /** Patroni alone dies, and PostgreSQL lives on without anybody who looks after it. */
  losePatroni(): Promise<void>
  startPatroni(): Promise<void>
  url(): string
}

export type Cluster = {
  machines: readonly Machine[]
  /** All three, as Florin is given them. */
  url: string
  /** The machine that holds the leader's lock; waits for one. */
  leader(): Promise<Machine>
  /** Resolves when a leader has so many replicas that stream, one of which its commits wait for. */
  whole(replicas: number): Promise<void>
  /** A planned change of the leader; returns when `patronictl` has done it. */
  switchover(from: Machine, to: Machine): Promise<void>
  /** HAProxy before the three, which asks Patroni's REST interface who leads, and PgBouncer before it; returns the url. */
  proxy(options: { isPooled: boolean }): Promise<string>
  /** One question to the leader, as the superuser. */
  query(text: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

const run = promisify(execFile)
const names = ['a', 'b', 'c']

/** Where Debian's packages put them; they are on the path of every user. */
export function findPatroni(): void {
  const missing = ['/usr/bin/patroni', '/usr/bin/patronictl', '/usr/bin/etcd'].filter((program) => !existsSync(program))
  if (missing.length > 0)
    throw new Error(
      `The drill needs ${missing.join(', ')}. Install them (Debian: apt-get install patroni etcd-server), ` +
        'and disable what the packages start: systemctl disable --now etcd patroni',
    )
}

export async function openCluster(place: Place): Promise<Cluster> {
  const pids: number[] = []
  const machines: Machine[] = []
  const ports = await Promise.all(names.map(async () => Promise.all([0, 1, 2, 3].map(() => freePort(undefined)))))
  const placed = names.map((name, index) => {
    const [port, restPort, client, peer] = ports[index] as [number, number, number, number]
    return { name, port, restPort, etcd: { client, peer } }
  })
  for (const one of placed) machines.push(await makeMachine(place, one, placed))
  await Promise.all(machines.map((machine) => machine.start()))
  const config = join(place.folder, 'a.yml')
  const query: Cluster['query'] = async (text) => ask(superuserUrl(await leaderOf(machines)), text)
  return {
    machines,
    url: `postgres://florin:florin-password@${machines.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${databaseName}`,
    leader: () => leaderOf(machines),
    query,
    whole: async (replicas) => {
      const streaming = `select count(*)::int as all, count(*) filter (where sync_state = 'sync')::int as sync
                         from pg_stat_replication where state = 'streaming'`
      await until(async () => {
        const [row] = await query(streaming)
        return Number(row?.all) >= replicas && Number(row?.sync) >= 1 && (await hasSuccessor(machines))
      }, `${replicas} replicas`)
    },
    switchover: async (from, to) => {
      const args = ['-c', config, 'switchover', 'florin', '--master', from.name, '--candidate', to.name, '--force']
      await run('/usr/bin/patronictl', args, { ...runAs(place.account), cwd: place.folder, env: environmentOf(place) })
    },
    proxy: async ({ isPooled }) => {
      const port = await freePort(undefined)
      const file = join(place.folder, 'haproxy.cfg')
      await writeFile(file, haproxyConfiguration(port, placed))
      pids.push(await launch(place, 'haproxy', '/usr/sbin/haproxy', ['-db', '-f', file]))
      const address = isPooled ? await startPooler(place, port, pids) : port
      return `postgres://florin:florin-password@127.0.0.1:${address}/${databaseName}`
    },
    close: async () => {
      for (const machine of machines) await machine.die()
      await killFamilies(pids)
    },
  }
}

async function startPooler(place: Place, to: number, pids: number[]): Promise<number> {
  const port = await freePort(undefined)
  const [file, userList] = ['pgbouncer.ini', 'userlist.txt'].map((name) => join(place.folder, name)) as [string, string]
  await writeFile(userList, '"florin" "florin-password"\n')
  await writeFile(file, pgbouncerConfiguration(port, { to, userList }))
  pids.push(await launch(place, 'pgbouncer', '/usr/sbin/pgbouncer', [file]))
  return port
}

type Placed = Pick<Machine, 'name' | 'port' | 'restPort' | 'etcd'>

async function makeMachine(place: Place, one: Placed, all: readonly Placed[]): Promise<Machine> {
  const data = await makeFolder(place, one.name)
  const etcdData = await makeFolder(place, `${one.name}-etcd`)
  const config = join(place.folder, `${one.name}.yml`)
  const input = { ...one, data, bin: place.bin, folder: place.folder, etcdPorts: all.map(({ etcd }) => etcd.client) }
  await writeFile(config, patroniConfiguration(input))
  let etcd = 0
  let patroni = 0
  const startPatroni = async () => {
    patroni = await launch(place, `${one.name}-patroni`, '/usr/bin/patroni', [config])
  }
  return {
    ...one,
    url: () => `postgres://florin:florin-password@127.0.0.1:${one.port}/${databaseName}`,
    startPatroni,
    start: async () => {
      etcd = await launch(place, `${one.name}-etcd`, '/usr/bin/etcd', etcdFlags(one, all, etcdData))
      await startPatroni()
    },
    die: async () => killFamilies([patroni, etcd, await postmasterOf(data)]),
    losePatroni: () => killAlone(patroni),
  }
}

async function killAlone(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
}

/** 0: PostgreSQL does not run there. */
async function postmasterOf(data: string): Promise<number> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '0')
  return Number.parseInt(text, 10)
}

async function leaderOf(machines: readonly Machine[]): Promise<Machine> {
  let found: Machine | undefined
  await until(async () => {
    const leading = await Promise.all(machines.map((machine) => isLeader(machine)))
    found = machines.find((_, index) => leading[index])
    return found !== undefined
  }, 'a leader')
  return found!
}

/** Patroni answers 200 there when its server holds the lock and takes writes. */
async function isLeader({ restPort }: Machine): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${restPort}/primary`, { signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  )
  return answer?.ok ?? false
}

/**
 * Patroni promotes only a replica that it has written down as waited for, which it does in its next round, up to ten
 * seconds after PostgreSQL waits for it. A leader that is lost before that has no successor until its Patroni is back.
 */
async function hasSuccessor(machines: readonly Machine[]): Promise<boolean> {
  const { restPort } = await leaderOf(machines)
  const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2_000) })
  const { members } = (await answer.json()) as { members: { role: string }[] }
  return members.some(({ role }) => role === 'sync_standby')
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error(`there is still no ${what} after ${patienceMs / 1000} s`)
    await pause(100)
  }
}
const patienceMs = 180_000

const superuserUrl = ({ port }: Machine) => `postgres://postgres:postgres-password@127.0.0.1:${port}/postgres`

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  return (await client.query<Record<string, unknown>>(text).finally(() => client.end())).rows
}

const environmentOf = ({ bin, folder }: Place) => ({ LC_ALL: 'C.UTF-8', PATH: `${bin}:/usr/bin:/bin`, HOME: folder })

async function launch(place: Place, name: string, program: string, args: readonly string[]): Promise<number> {
  const log = await open(join(place.folder, `${name}.log`), 'a')
  const child = spawn(program, args, {
    ...runAs(place.account),
    cwd: place.folder,
    env: environmentOf(place),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  await log.close()
  return child.pid!
}
