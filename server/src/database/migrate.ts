import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { writerAmong } from '#kernel/db/servers.ts'
import { applySettings, sessions } from '#kernel/db/session-settings.ts'
import { buildConcurrently, readConcurrentIndex } from './concurrent-index.ts'
import { oneTransaction } from './one-transaction.ts'
import { ensureRoles, rolesLacking } from './roles.ts'

export type Log = (message: string, facts?: object) => void

/** The migrations this program was written for: plain SQL, `0001-foundation.sql` and on, forward only. */
export const migrationsFolder = join(import.meta.dirname, '../../migrations')

/** 15 is the oldest PostgreSQL whose features the migrations use. */
export const oldestServer = 15
/** How long a program waits for another one that is migrating the same database. */
const turnTimeoutMs = 120_000
const turnTimeout = `${turnTimeoutMs / 1_000}s`
/** How long a migration waits for a table that is in use: everybody who comes after it waits too, so not for long. */
const tableTimeout = '10s'
/** The number of the advisory lock under which one program at a time migrates a database ("Florin" in ASCII). */
const lockNumber = '77431540181358'

/**
 * Brings the database up to this program: each file of `folder` once, in order, in a transaction of its own.
 * Any number of programs may call this at once. Returns the names of the files it applied itself.
 * Throws, with the database untouched, when history and files disagree: a file that was applied has been changed or
 * removed, a file was added behind one that is applied, or the database is newer than the program.
 */
export async function migrate(
  url: string,
  { log, folder = migrationsFolder }: { log: Log; folder?: string },
): Promise<string[]> {
  const files = await readMigrations(folder)
  const client = new pg.Client({ connectionString: await writerAmong(url), application_name: 'florin migrate' })
  // A broken connection also fails the query that is waiting; unheard, the event would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await refuseOldServer(client)
    await applySettings(client, { ...sessions.schema, lock_timeout: turnTimeoutMs })
    await ensureRoles(client)
    await myTurn(client)
    const applied = await readHistory(client)
    const pending = pendingMigrations(files, applied)
    for (const file of pending) {
      await (isApart(file) ? applyApart(client, file) : apply(client, file))
      if (applied.length > 0) log('migration applied', { migration: file.name })
    }
    // A new database has them all, so one line says it.
    if (applied.length === 0) log('database schema created', { migrations: pending.length })
    return pending.map((file) => file.name)
  } finally {
    // Ends the session, and with it the advisory lock.
    await client.end()
  }
}

/**
 * What `migrate` would do with this database, without doing it: how many migrations it has, and which it lacks. Throws what
 * `migrate` would throw about files and history.
 */
export async function migrationsOf(client: pg.Client): Promise<{ applied: number; pending: readonly string[] }> {
  const applied = await readHistory(client)
  const pending = pendingMigrations(await readMigrations(migrationsFolder), applied)
  return { applied: applied.length, pending: pending.map(({ name }) => name) }
}

/**
 * Refuses a database that has not exactly the schema of this program, and changes nothing: for programs that work on it
 * and are not the ones to migrate it. `name` is how people know it.
 */
export async function expectMigrated(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: await writerAmong(url), application_name: 'florin migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { applied, pending } = await migrationsOf(client)
    if (applied === 0)
      throw new Error(`${name} has no tables of Florin. Make them with florin migrate, or name another.`)
    if (pending.length > 0) throw new Error(behind(pending))
    const lacking = await rolesLacking(client)
    if (lacking.length > 0)
      throw new Error(`${name} lacks roles that this user may take on: ${lacking.join(', ')}. Run florin migrate.`)
  } finally {
    await client.end()
  }
}

function behind(pending: readonly string[]): string {
  const names = `${pending.slice(0, 3).join(', ')}${pending.length > 3 ? ', …' : ''}`
  const count = `${pending.length} migration${pending.length === 1 ? '' : 's'}`
  return (
    `This program has ${count} more than the database: ${names}. ` +
    'Run florin migrate with it, or use the program of the version that runs.'
  )
}

type Migration = { number: number; name: string; sha256: string; sql: string }
type Applied = { number: number; name: string; sha256: string }

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const files = await Promise.all(names.map((name) => readMigration(folder, name)))
  for (const [index, file] of files.entries()) {
    const previous = files[index - 1]
    if (previous?.number === file.number) throw new Error(`${previous.name} and ${file.name} have the same number.`)
  }
  return files
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
  if (!number) throw new Error(`${join(folder, name)} is not named like a migration (0001-foundation.sql).`)
  // A checkout on another system may have other line endings; it is the same migration.
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { number: Number(number), name, sha256: createHash('sha256').update(sql).digest('hex'), sql }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version ?? 'of unknown version'
  if (Number.parseInt(version, 10) >= oldestServer) return
  throw new Error(`Florin needs PostgreSQL ${oldestServer} or newer; this server is ${version}.`)
}

/**
 * Asked for again and again, and not waited for: an index that is built beside others waits until every older statement
 * has ended, and one that waits for its turn would be among them.
 */
async function myTurn(client: pg.Client): Promise<void> {
  const until = performance.now() + turnTimeoutMs
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lockNumber}) as mine`)
    if (rows[0]?.mine) return
    if (performance.now() > until)
      throw new Error(`Another program has been migrating this database for ${turnTimeout}.`)
    await pause(turnEveryMs)
  }
}
const turnEveryMs = 200

async function readHistory(client: pg.Client): Promise<Applied[]> {
  const { rows: tables } = await client.query(`select from pg_catalog.pg_tables
    where schemaname = 'florin' and tablename = 'migrations'`)
  if (tables.length === 0) return []
  const { rows } = await client.query<Applied>('select number, name, sha256 from florin.migrations order by number')
  return rows
}

/** Written after the first migration, in its transaction: that one may make the schema itself. */
export const historyTable = `
  create schema if not exists florin;
  create table if not exists florin.migrations (
    number     integer primary key,
    name       text not null,
    sha256     text not null,
    applied_at timestamptz not null default now()
  )`

/** Compares history with files. The order of the checks is the order of the likely causes. */
function pendingMigrations(files: Migration[], applied: Applied[]): Migration[] {
  const lastFile = files.at(-1)?.number ?? 0
  const lastApplied = applied.at(-1)
  if (lastApplied && lastApplied.number > lastFile) {
    throw new Error(
      `The database is newer than this program: it has ${lastApplied.name}, which this program does not know. ` +
        'Start the version that made it, or a newer one.',
    )
  }
  for (const past of applied) {
    const file = files.find(({ number }) => number === past.number)
    if (!file) throw new Error(`${past.name} has been applied to this database, but the file is missing.`)
    if (file.name !== past.name || file.sha256 !== past.sha256) {
      throw new Error(
        `${past.name} has been applied to this database and has been changed since (now ${file.name}). ` +
          'Restore the file; a change of the schema is a new migration.',
      )
    }
  }
  const pending = files.filter(({ number }) => !applied.some((past) => past.number === number))
  const late = pending.find(({ number }) => lastApplied && number < lastApplied.number)
  if (late)
    throw new Error(`${late.name} comes before ${lastApplied?.name}, which has been applied. Give it a new number.`)
  return pending
}

async function apply(client: pg.Client, file: Migration): Promise<void> {
  const migrating = async () => {
    const transaction = await transactionId(client)
    await client.query(file.sql)
    if ((await transactionId(client)) !== transaction) throw new Error('it ends its own transaction')
    await remember(client, file)
  }
  try {
    await oneTransaction(client, migrating, { begin: `begin; set local lock_timeout = '${tableTimeout}'` })
  } catch (error) {
    throw new Error(`${file.name}${lineOf(error, file.sql)} failed: ${messageOf(error)}`, { cause: error })
  }
}

async function remember(client: pg.Client, { number, name, sha256 }: Migration): Promise<void> {
  await client.query(historyTable)
  await client.query('insert into florin.migrations (number, name, sha256) values ($1, $2, $3)', [number, name, sha256])
}

/**
 * A file that begins with this line works while others write to the tables: it builds indexes, each by itself, which
 * PostgreSQL allows in no transaction, and calls procedures of earlier files, which fill columns some rows at a time and
 * commit in between. So it holds nothing else, and what is half done when it fails is done anew the next time.
 */
const apart = '-- without a transaction\n'
const isApart = ({ sql }: Migration): boolean => sql.startsWith(apart)
const callForm = /^call ([a-z_]+\.[a-z_\d]+\(\))$/

async function applyApart(client: pg.Client, file: Migration): Promise<void> {
  const statements = file.sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  try {
    const steps = statements.map((statement) => stepOf(client, statement))
    if (steps.some((step) => !step))
      throw new Error(
        'without a transaction it may only hold: create index concurrently if not exists name on schema.table …, and call schema.procedure()',
      )
    // It waits for everybody who has begun before it, and nobody waits for it.
    await client.query('set lock_timeout = 0')
    for (const step of steps) await step!()
    await client.query(`set lock_timeout = '${turnTimeout}'`)
    await remember(client, file)
  } catch (error) {
    throw new Error(`${file.name} failed: ${messageOf(error)}`, { cause: error })
  }
}

function stepOf(client: pg.Client, statement: string): (() => Promise<void>) | undefined {
  const procedure = callForm.exec(statement)?.[1]
  if (procedure !== undefined) return () => callOnce(client, procedure)
  const index = readConcurrentIndex(statement)
  return index && (() => buildConcurrently(client, index))
}

/** A procedure that has come to its end is dropped: so one that is gone has done its work. One that was broken off begins anew. */
async function callOnce(client: pg.Client, procedure: string): Promise<void> {
  const { rowCount } = await client.query('select where to_regprocedure($1) is not null', [procedure])
  if (!rowCount) return
  await client.query(`call ${procedure}`)
  await client.query(`drop procedure ${procedure}`)
}

async function transactionId(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id')
  return rows[0]?.id
}

/** PostgreSQL counts characters; people count lines. */
function lineOf(error: unknown, sql: string): string {
  if (!(error instanceof pg.DatabaseError) || error.position === undefined) return ''
  return `, line ${sql.slice(0, Number(error.position)).split('\n').length},`
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
