import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import {
  type Cluster,
  hasData,
  openCluster,
  owner,
  prepareCluster,
  readPassword,
  transferOwnership,
} from './cluster.ts'
import { type FileLock, tryLock, waitForLock } from './file-lock.ts'
import { startFailure, tailOfLog } from './server-log.ts'
import {
  findServer,
  freePort,
  type Launched,
  lastPort,
  launchServer,
  type RunningServer,
  stopServer,
  untilReady,
  wasLaunchedAs,
} from './server-process.ts'
import { type Waits, watchServer } from './watch-server.ts'

export type EmbeddedDatabase = {
  /** Of the database `florin`, as its superuser, with the password in it: not for the log. */
  url: string
  /** Whether the server was running before: left over from a killed program, or in use by another one. */
  adopted: boolean
  /** Undefined while the server runs. One that died is started again, and meanwhile this says so. */
  trouble(): string | undefined
  /** Releases the server; the last program to do so stops it. Committed work is safe even without this call. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** Made when missing. Our files in it are called `postgresql` and `postgresql.*`. */
  dataDir: string
  log: (message: string, facts?: object) => void
  /** Without it: the port this data had before, or any free one. */
  port?: number
  /** PostgreSQL settings that differ from ours. */
  settings?: Readonly<Record<string, string>>
  /** How the server is watched, for tests. */
  waits?: Waits
}

/**
 * A real PostgreSQL of our own, for everybody who does not want to run one: started when needed, kept to this machine,
 * data in `dataDir`.
 *
 * Any number of programs on this machine may share one `dataDir`: the first starts the server, the last stops it, and
 * who was killed does not count. A server that a killed program left running is taken over, or restarted when it would
 * be started differently now. A server that dies while it is used is started again by one of its users.
 *
 * Throws with the end of the server's log, and advice, when it does not start.
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  if (process.platform === 'win32')
    throw new Error('On Windows, name a PostgreSQL server with DATABASE_URL or use WSL.')
  const cluster = await openCluster(resolve(options.dataDir))
  const turn = await myTurn(cluster)
  try {
    const isShared = await othersUse(cluster)
    const use = await holdShared(cluster)
    try {
      const found = await findServer(cluster)
      const running = found && (await adopt(cluster, found, options, isShared))
      if (!running && isShared) throw new Error(unreachable(cluster))
      let onDeath = () => {}
      const { url } = running ?? (await start(cluster, options, () => onDeath()))
      options.log('database ready', { dataDir: options.dataDir, adopted: running !== undefined })
      const watch = watchServer({
        isUp: async () => (await findServer(cluster))?.isReady ?? false,
        restart: () => restart(cluster, { ...options, port: Number(new URL(url).port) }, () => onDeath()),
        log: options.log,
        ...(options.waits && { waits: options.waits }),
      })
      onDeath = watch.look
      let stopped: Promise<void> | undefined
      return {
        url,
        adopted: running !== undefined,
        trouble: watch.trouble,
        stop: () => {
          onDeath = () => {}
          stopped ??= watch.stop().then(() => leave(cluster, use, options.log))
          return stopped
        },
      }
    } catch (error) {
      use.release()
      throw error
    }
  } finally {
    turn.release()
  }
}

/**
 * Beyond this something is wrong with the other program, not slow. Making a cluster takes a second, recovery minutes.
 */
const turnTimeoutMs = 10 * 60_000

async function myTurn({ turnLock, folder }: Cluster): Promise<FileLock> {
  const turn = await waitForLock(turnLock, turnTimeoutMs)
  if (!turn) throw new Error(`Another program has been starting or stopping ${folder} for too long. Find and end it.`)
  return turn
}

/** Call only while holding the turn lock, so that no other program acts between this check and what follows. */
async function othersUse({ usersLock }: Cluster): Promise<boolean> {
  const alone = tryLock(usersLock, 'exclusive')
  alone?.release()
  return alone === undefined
}

async function holdShared({ usersLock, turnLock, account }: Cluster): Promise<FileLock> {
  const use = tryLock(usersLock, 'shared')
  if (!use) throw new Error(`${usersLock} is locked by a program that is not Florin.`)
  for (const file of [usersLock, turnLock]) await transferOwnership(account, file)
  return use
}

const unreachable = ({ folder }: Cluster) =>
  `Another program uses ${folder}, but its server cannot be found: it has crashed, or it runs in another container. ` +
  'Stop that program first. One folder can only be shared by programs on one machine.'

async function leave(cluster: Cluster, use: FileLock, log: EmbeddedOptions['log']): Promise<void> {
  const turn = await myTurn(cluster)
  try {
    use.release()
    if (await othersUse(cluster)) return log('database left running for the other programs that use it')
    const server = await findServer(cluster)
    if (server) await stopServer(cluster, server.pid)
    log('database stopped')
  } finally {
    turn.release()
  }
}

/** Uses a server that is already running, or stops it if it is not usable and no other program uses it. */
async function adopt(
  cluster: Cluster,
  { pid }: RunningServer,
  options: EmbeddedOptions,
  isShared: boolean,
): Promise<{ url: string } | undefined> {
  const password = await readPassword(cluster)
  const ready = await untilReady(cluster, pid, () => options.log('database is recovering'))
  const isAsWanted =
    (options.port === undefined || ready?.port === options.port) &&
    (await wasLaunchedAs(cluster, { settings: settingsOf(options) }))
  if (password && ready && (isShared || isAsWanted)) {
    const url = await connectable(password, ready.port).catch(() => undefined)
    if (url) return { url }
  }
  if (isShared) return undefined
  await stopServer(cluster, pid)
  return undefined
}

/**
 * Starts a server that died, unless another of its users has done so. The data must still be there: an empty database in
 * its place would look like a loss of everything, and be filled.
 */
async function restart(cluster: Cluster, options: EmbeddedOptions, onDeath: () => void): Promise<void> {
  const turn = await myTurn(cluster)
  try {
    const found = await findServer(cluster)
    if (found && (await untilReady(cluster, found.pid, () => options.log('database is recovering')))) return
    if (await findServer(cluster)) throw new Error('The server runs and does not accept connections.')
    if (!(await hasData(cluster))) throw new Error(`The data in ${cluster.folder} is gone. Restore it from a backup.`)
    await start(cluster, options, onDeath)
  } finally {
    turn.release()
  }
}

async function start(cluster: Cluster, options: EmbeddedOptions, onDeath: () => void): Promise<{ url: string }> {
  const settings = settingsOf(options)
  const { postgres, password } = await prepareCluster(cluster, settings)
  const deadline = performance.now() + raceTimeoutMs
  for (;;) {
    const port = await freePort(options.port ?? (await lastPort(cluster)))
    if (options.port !== undefined && port !== options.port) {
      throw new Error(`Port ${options.port} is in use. Choose another one for the database, or none.`)
    }
    const launched = await launchServer(cluster, { program: postgres, port, settings })
    const ready = await untilReady(cluster, launched.pid, () => options.log('database is recovering'))
    if (ready) return { url: await firstConnection(cluster, launched, password, { ...options, onDeath }) }
    const tail = await tailOfLog(cluster, launched.logStart)
    await stopServer(cluster, launched.pid)
    if (!passing.test(tail) || performance.now() > deadline) throw new Error(startFailure(cluster, tail))
    await pause(retryMs)
  }
}

/**
 * What may be over in a moment: another program took the port between our look and the server's, or not all processes
 * of a server that was killed have noticed.
 */
const passing = /could not bind|Address already in use|pre-existing shared memory block/
const raceTimeoutMs = 10_000
const retryMs = 100

async function firstConnection(
  cluster: Cluster,
  { pid, port, onExit }: Launched,
  password: string,
  { log, onDeath }: { log: EmbeddedOptions['log']; onDeath: () => void },
): Promise<string> {
  try {
    const url = await connectable(password, port)
    onExit((code, signal) => {
      // An ordered stop exits with 0, and after `stop` nobody listens. Anything else leaves us without a database.
      if (code !== 0) log('database server ended by itself', { code, signal, logFile: cluster.logFile })
      onDeath()
    })
    return url
  } catch (error) {
    await stopServer(cluster, pid)
    if (!hasState(error, '28P01')) throw error
    const advice = 'Delete that file and start again: a new password is made.'
    throw new Error(`${cluster.passwordFile} does not hold the password of this database. ${advice}`, { cause: error })
  }
}

/** The url of our database on a server that is up, once it has let us in. The database is made when it is missing. */
async function connectable(password: string, port: number): Promise<string> {
  const address = (database: string) => `postgres://${owner}:${password}@127.0.0.1:${port}/${database}`
  try {
    await runStatement(address(owner), 'select')
  } catch (error) {
    if (!hasState(error, '3D000')) throw error
    await runStatement(address('postgres'), `create database ${owner}`)
  }
  return address(owner)
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(statement)
  } finally {
    await client.end().catch(() => {})
  }
}

/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
const hasState = (error: unknown, state: string) => error instanceof pg.DatabaseError && error.code === state

/** For a machine that does other things too. Durability is not negotiable; everything else may be. */
function settingsOf({ settings = {} }: EmbeddedOptions): Record<string, string> {
  return {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Only programs on this machine, and only with the password: sockets in the file system would need a safe place.
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    cluster_name: 'florin',
    max_connections: '200',
    shared_buffers: '256MB',
    wal_buffers: '16MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    random_page_cost: '1.1',
    // Compiling a query costs more than any of ours takes.
    jit: 'off',
    // A query of a client that has died is cancelled.
    client_connection_check_interval: '10s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // What went wrong with the server, not with statements: those are their senders' to report, and hold people's data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...settings,
  }
}
