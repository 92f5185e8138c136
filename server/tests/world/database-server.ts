import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { scratch } from './scratch.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Url of the database every test database is a copy of. It admits no connections itself. */
    templateUrl: string
    /** Where the server's socket is, to which connections cost less than to its port; none where the server is not ours. */
    socketFolder: string | undefined
  }
}

/** Once per run, for all projects: one server, one migrated template. Returns the function that removes both. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.users++
  run.prepared ??= prepare()
  const { templateUrl, socketFolder, sweep } = await run.prepared
  project.provide('templateUrl', templateUrl)
  project.provide('socketFolder', socketFolder)
  return async () => {
    if (--run.users === 0) await sweep()
  }
}

type Prepared = TestServer & { templateUrl: string }
type Run = { users: number; prepared?: Promise<Prepared> }
/** Every project loads this file anew; what they share is with the process. */
const ofProcess = globalThis as { florinTestRun?: Run }
ofProcess.florinTestRun ??= { users: 0 }
const run: Run = ofProcess.florinTestRun

async function prepare(): Promise<Prepared> {
  const server = await testServer()
  try {
    if (server.socketFolder) await asAdministrator(server.url, storePasswordAnew)
    return { ...server, templateUrl: await makeTemplate(server.url) }
  } catch (error) {
    await server.sweep()
    throw error
  }
}

/**
 * A server for disposable data: it never waits for the disk, and runs no maintenance. A statement is planned once for each
 * connection, whatever its parameters: with the few rows of a test, to plan costs more than any plan can save.
 */
const forgetful = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '128MB',
  // Files of tests share it, and some come as a crowd.
  max_connections: '500',
  plan_cache_mode: 'force_generic_plan',
  // Its password protects nothing, and with 4,096 iterations to log in was most of what a connection cost.
  scram_iterations: '1',
  // In the folder of its data.
  unix_socket_directories: '.',
}

type TestServer = { url: string; socketFolder: string | undefined; sweep(): Promise<void> }

async function testServer(): Promise<TestServer> {
  const given = process.env.FLORIN_TEST_DATABASE_URL
  if (given) return { url: given, socketFolder: undefined, sweep: () => dropTestDatabases(given) }
  await sweepAbandoned()
  const dataDir = await mkdtemp(`${folderPrefix}${process.pid}-`)
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  let database: EmbeddedDatabase
  try {
    database = await startEmbeddedDatabase({ dataDir, log: () => {}, settings: forgetful })
  } catch (error) {
    await remove()
    throw error
  }
  return {
    url: database.url,
    socketFolder: join(dataDir, 'postgresql'),
    sweep: async () => {
      await database.stop()
      await remove()
    },
  }
}

/** Hashed as the server does it now: `initdb` has stored it with the usual number of iterations. */
async function storePasswordAnew(client: pg.Client): Promise<void> {
  await client.query(`alter role ${pg.escapeIdentifier(client.user!)} password ${pg.escapeLiteral(client.password!)}`)
}

const folderPrefix = join(scratch, 'florin-test-')

/**
 * A killed run leaves its server running; the next run ends it. A server that cannot be ended belongs to another user.
 */
async function sweepAbandoned(): Promise<void> {
  for (const name of await readdir(scratch)) {
    const dataDir = join(scratch, name)
    const owner = dataDir.startsWith(folderPrefix) ? /-(\d+)-\w+$/.exec(name)?.[1] : undefined
    if (owner === undefined || isAlive(Number(owner))) continue
    const abandoned = await startEmbeddedDatabase({ dataDir, log: () => {}, settings: forgetful }).catch(
      () => undefined,
    )
    await abandoned?.stop()
    await rm(dataDir, { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Every database of one run has the process id of its vitest in its name, so runs on one server keep apart. */
const prefix = `florin_test_${process.pid}`

async function makeTemplate(serverUrl: string): Promise<string> {
  const name = `${prefix}_template`
  await asAdministrator(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
  const url = databaseUrl(serverUrl, name)
  await migrate(url, { log: () => {} })
  // Most tests have no worker that seals, and one of them may begin long after the template was made.
  await asAdministrator(url, (client) => client.query(`update seals.progress set whole_at = '9999-01-01'`))
  // A template with open connections cannot be copied: from here on no connection is allowed, not even autovacuum's.
  await asAdministrator(serverUrl, (client) => client.query(`alter database ${name} with allow_connections false`))
  return url
}

async function dropTestDatabases(serverUrl: string): Promise<void> {
  await asAdministrator(serverUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database where starts_with(datname, $1)`,
      [`${prefix}_`],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  })
}

async function asAdministrator<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function databaseUrl(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
