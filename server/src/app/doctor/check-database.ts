import pg from 'pg'
import { migrationsOf, oldestServer } from '#database/migrate.ts'
import { sharedServersAdvice, sharesServers } from '#database/pooling.ts'
import { adviceFor, mayMakeRoles, rolesLacking } from '#database/roles.ts'
import { systemClock } from '#kernel/base/clock.ts'
import { serverUrls, writerAmong } from '#kernel/db/servers.ts'
import { checkDurability } from './check-durability.ts'
import { checkPartitions } from './check-partitions.ts'
import { type Finding, ok, textOf, warning, wrong } from './finding.ts'

const connectTimeoutMs = 10_000

/** How the database is found, for the checks that come after. */
export type DatabaseState = {
  /** It can be asked, and has every migration of this program. */
  isReady: boolean
}

/**
 * The database as it is, through a connection like those of the program. Nothing is written, no migration is run, and no
 * role is made.
 */
export async function checkDatabase(
  url: string,
  { connections }: { connections: number },
): Promise<{ findings: readonly Finding[]; state: DatabaseState }> {
  let client: pg.Client
  try {
    client = await connected(await writerAmong(url))
  } catch (error) {
    const todo = 'DATABASE_URL names it: does it run, is it reached from this machine, and may this user log in?'
    return { findings: [wrong('Database', textOf(error), todo)], state: { isReady: false } }
  }
  try {
    // Behind such a pooler nothing else that is seen is worth anything.
    const pooler = await checkPooler(url)
    if (pooler.state === 'wrong') return { findings: [pooler], state: { isReady: false } }
    const migrations = await checkMigrations(client)
    const findings = [
      await checkVersion(client),
      await checkEncoding(client),
      await checkTime(client),
      pooler,
      await checkRoles(client),
      migrations.finding,
      await checkConnections(client, connections),
      await checkTransport(client),
      ...(await checkDurability(client, { serversNamed: serverUrls(url).length })),
      ...(migrations.state.isReady ? [await checkPartitions(client)] : []),
    ]
    return { findings, state: migrations.state }
  } finally {
    await client.end()
  }
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'florin doctor',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: connectTimeoutMs,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function checkVersion(client: pg.Client): Promise<Finding> {
  const version = await setting(client, 'server_version')
  return Number.parseInt(version, 10) >= oldestServer
    ? ok('Database', `is PostgreSQL ${version}`)
    : wrong('Database', `is PostgreSQL ${version}`, `Florin needs PostgreSQL ${oldestServer} or newer.`)
}

async function checkEncoding(client: pg.Client): Promise<Finding> {
  const encoding = await setting(client, 'server_encoding')
  return encoding === 'UTF8'
    ? ok('Encoding', 'is UTF8')
    : wrong('Encoding', `of the database is ${encoding}`, "Make the database anew with: encoding 'UTF8'.")
}

/** Leases of workers and the moments of payments go by the clocks of machines, so these have to agree. */
async function checkTime(client: pg.Client): Promise<Finding> {
  const before = systemClock.wall().epochMilliseconds
  const { rows } = await client.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  const after = systemClock.wall().epochMilliseconds
  const apart = Math.max(0, Math.abs(rows[0]!.ms - (before + after) / 2) - (after - before) / 2)
  const says = `of this machine and of the database are ${Math.round(apart / 100) / 10} s apart`
  const todo = 'Run a time service (chrony, systemd-timesyncd) on both machines.'
  if (apart > 30_000) return wrong('Clocks', says, todo)
  return apart > 1_000 ? warning('Clocks', says, todo) : ok('Clocks', 'of this machine and of the database agree')
}

/** A pooler may stand between, as long as it leaves each connection the server process that it has. */
async function checkPooler(url: string): Promise<Finding> {
  return (await sharesServers(url))
    ? wrong('Pooler', 'gives each transaction another connection', `DATABASE_URL: ${sharedServersAdvice}`)
    : ok('Pooler', 'leaves each connection its server process, or there is none')
}

async function checkRoles(client: pg.Client): Promise<Finding> {
  const lacking = await rolesLacking(client)
  if (lacking.length === 0) return ok('Roles', 'are there, and this user may take them on')
  return (await mayMakeRoles(client))
    ? ok('Roles', `${lacking.join(', ')} are made at the first start`)
    : wrong('Roles', `${lacking.join(', ')} cannot be taken on`, await adviceFor(client))
}

async function checkMigrations(client: pg.Client): Promise<{ finding: Finding; state: DatabaseState }> {
  try {
    const { applied, pending } = await migrationsOf(client)
    const state = { isReady: pending.length === 0 }
    if (applied === 0)
      return { finding: ok('Schema', `is made at the first start (${pending.length} migrations)`), state }
    if (pending.length === 0) return { finding: ok('Schema', `has all ${applied} migrations`), state }
    const says = `lacks ${pending.length} migrations of this program: ${pending.slice(0, 3).join(', ')}${pending.length > 3 ? ', …' : ''}`
    return { finding: warning('Schema', says, 'The next start runs them; or: florin migrate'), state }
  } catch (error) {
    const todo = 'Run the version of Florin that this database was used with, or a newer one.'
    return { finding: wrong('Schema', textOf(error), todo), state: { isReady: false } }
  }
}

/** What one process may open: its pool, three quarters of it for what stands apart, and those that listen. */
async function checkConnections(client: pg.Client, connections: number): Promise<Finding> {
  const max = Number(await setting(client, 'max_connections'))
  const each = connections + 4 * Math.max(2, Math.ceil(connections / 4)) + 3
  const says = `up to ${each} of one process, and the server allows ${max} in all`
  if (each > max) return wrong('Connections', says, 'Lower FLORIN_DATABASE_CONNECTIONS, or raise max_connections.')
  return 2 * each > max
    ? warning(
        'Connections',
        says,
        'Two processes do not fit: lower FLORIN_DATABASE_CONNECTIONS, or raise max_connections.',
      )
    : ok('Connections', says)
}

async function checkTransport(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ ssl: boolean; address: string | null }>(
    `select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as ssl,
            host(inet_server_addr()) as address`,
  )
  const { ssl, address } = rows[0]!
  if (ssl) return ok('Connection', 'is encrypted (TLS)')
  if (address === null || address === '::1' || address.startsWith('127.'))
    return ok('Connection', 'does not leave this machine')
  return warning(
    'Connection',
    `to ${address} is not encrypted`,
    'Add sslmode=verify-full to DATABASE_URL, unless the network between is your own alone.',
  )
}

async function setting(client: pg.Client, name: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>('select current_setting($1) as value', [name])
  return rows[0]!.value
}
