import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { appendFile, chmod, chown, mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { runAs, type ServerAccount } from '#database/server-account.ts'
import { freePort } from '#database/server-process.ts'

/** A PostgreSQL of the drill, with its own folder. It may lead or follow; both are started in the same way. */
export type Server = {
  name: string
  port: number
  /** Starts from the data in its folder, following the server on that port if given. */
  start(leaderPort?: number): Promise<void>
  /** Like a machine that loses its power: kills all its processes at once. */
  die(): Promise<void>
  promote(): Promise<void>
  /** One question to the superuser's database. */
  query(text: string): Promise<Record<string, unknown>[]>
  url(port?: number): string
}

/** Where the programs of PostgreSQL lie that packages do not put on the path. */
export function findPrograms(): string {
  const known = process.env.PG_BIN ?? globSync('/usr/lib/postgresql/*/bin').sort().at(-1)
  if (known && existsSync(join(known, 'pg_rewind'))) return known
  throw new Error(
    'The drill needs the programs of PostgreSQL (initdb, pg_basebackup, pg_ctl, pg_rewind). ' +
      'Install them (Debian: apt-get install postgresql), or say where they are: PG_BIN=/usr/lib/postgresql/15/bin',
  )
}

export const database = 'florin'
const user = 'florin'
const run = promisify(execFile)

export type Place = { bin: string; folder: string; account: ServerAccount | undefined }

/** An empty server that leads. */
export async function makeServer(
  place: Place,
  name: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const data = await makeFolder(place, name)
  await runProgram(place, 'initdb', [
    '-D',
    data,
    `--username=${user}`,
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C',
    '-k',
  ])
  // In the file, and not on the command line: pg_rewind starts the server by itself to bring its files in order.
  const lines = Object.entries({ ...settings, ...more }).map(([key, value]) => `${key} = '${value}'\n`)
  await appendFile(join(data, 'postgresql.conf'), lines.join(''))
  return openServer(place, name)
}

/** A copy of a server that runs, ready to follow it. */
export async function copyServer(place: Place, name: string, leader: Server): Promise<Server> {
  await backUp(place, name, leader)
  return openServer(place, name)
}

/** A base backup of a server that runs, in a folder of this name. */
export async function backUp(place: Place, name: string, of: Server): Promise<void> {
  const data = await makeFolder(place, name)
  const from = ['-h', '127.0.0.1', '-p', String(of.port), '-U', user]
  await runProgram(place, 'pg_basebackup', ['-D', data, ...from, '-X', 'stream', '-c', 'fast'])
}

/**
 * A server of a base backup and of the archived write-ahead log, as it was at a moment. Its data is the backup's folder:
 * back up again to have another.
 */
export async function restoreServer(
  place: Place,
  backup: string,
  { archive, moment }: { archive: string; moment: string },
): Promise<Server> {
  const data = join(place.folder, backup)
  const lines = {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
    archive_mode: 'off',
  }
  const text = Object.entries(lines).map(([key, value]) => `${key} = '${value}'\n`)
  await appendFile(join(data, 'postgresql.conf'), text.join(''))
  await writeFile(join(data, 'recovery.signal'), '', { mode: 0o644 })
  return openServer(place, backup)
}

/**
 * What a server that led has and its successor has not is thrown away; then it can follow. Before PostgreSQL 16 the
 * successor's files say only after a checkpoint that it is on another timeline, and pg_rewind sees nothing to do.
 */
export async function rewind(place: Place, old: Server, leader: Server): Promise<void> {
  await leader.query('checkpoint')
  const source = `host=127.0.0.1 port=${leader.port} user=${user} dbname=postgres`
  await runProgram(place, 'pg_rewind', [`--target-pgdata=${join(place.folder, old.name)}`, `--source-server=${source}`])
}

async function openServer(place: Place, name: string): Promise<Server> {
  const port = await freePort(undefined)
  const data = join(place.folder, name)
  const url = (at = port) => `postgres://${user}@127.0.0.1:${at}/${database}`
  let pid = 0
  return {
    name,
    port,
    url,
    start: async (leaderPort) => {
      if (leaderPort !== undefined) await writeFile(join(data, 'standby.signal'), '', { mode: 0o644 })
      pid = await launch(place, data, { port: String(port), ...following(name, leaderPort) })
      await untilAnswering(url().replace(/\w+$/, 'postgres'))
    },
    die: () => killFamilies([pid]),
    promote: async () => {
      await runProgram(place, 'pg_ctl', ['promote', '-D', data, '-w'])
    },
    query: async (text) => {
      const client = new pg.Client({ connectionString: url().replace(/\w+$/, 'postgres') })
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(text)).rows
      } finally {
        await client.end()
      }
    },
  }
}

/** What docs/operating/replication.md recommends to operators, and what makes a drill quick. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  wal_level: 'replica',
  hot_standby: 'on',
  synchronous_commit: 'on',
  wal_keep_size: '1GB',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '200ms',
  shared_buffers: '128MB',
}

const following = (name: string, port: number | undefined): Record<string, string> =>
  port === undefined ? {} : { primary_conninfo: `host=127.0.0.1 port=${port} user=${user} application_name=${name}` }

/** An empty folder that belongs to the servers. */
export async function makeFolder({ folder, account }: Place, name: string): Promise<string> {
  const data = join(folder, name)
  await mkdir(data, { mode: 0o700 })
  if (account) await chown(data, account.uid, account.gid)
  await chmod(data, 0o700)
  return data
}

async function runProgram({ bin, folder, account }: Place, program: string, args: readonly string[]): Promise<void> {
  await run(join(bin, program), args, { ...runAs(account), cwd: folder, env: { LC_ALL: 'C', PATH: bin } })
}

async function launch({ bin, folder, account }: Place, data: string, all: Record<string, string>): Promise<number> {
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = await open(`${data}.log`, 'a')
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...flags], {
    ...runAs(account),
    cwd: folder,
    env: { LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  await log.close()
  return child.pid!
}

async function untilAnswering(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    const trouble = await client.connect().then(
      () => client.end(),
      (error: Error) => error,
    )
    if (!trouble) return
    if (tries > startTriesMax) throw trouble
    await pause(50)
  }
}
const startTriesMax = 600

/** Ends processes and their children at once, as a loss of power does; 0 stands for one that does not run. */
export async function killFamilies(pids: readonly number[]): Promise<void> {
  const all = pids.filter((pid) => pid > 0).flatMap((pid) => [pid, ...childrenOf(pid)])
  for (const each of all) kill(each)
  while (all.some(isAlive)) await pause(5)
}

function childrenOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid ? [child!] : []))
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It was quicker.
  }
}

/** A process that has ended counts as gone, even if its exit code was not collected yet. */
function isAlive(pid: number): boolean {
  const state = execFileSync('sh', ['-c', `ps -o stat= -p ${pid} || true`], { encoding: 'utf8' }).trim()
  return state !== '' && !state.startsWith('Z')
}
