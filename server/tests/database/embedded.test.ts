import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbeddedDatabase } from '#database/embedded.ts'
import { longTest } from '../world/length.ts'
import { scratchFolder } from '../world/scratch.ts'

const small = { shared_buffers: '16MB', fsync: 'off' }

// Made by the first start, and copied for the tests that are about something else.
let used: string
beforeAll(async () => {
  used = await scratchFolder('florin-embedded-')
  const database = await startEmbeddedDatabase({ dataDir: join(used, 'data'), log: () => {}, settings: small })
  await ask(database.url, `create table cups (name text); insert into cups values ('kept')`)
  await database.stop()
})
afterAll(() => rm(used, { recursive: true }))

test('it starts where only root or the owner may go, and no other user can read the data or the password', async () => {
  const folder = await emptyFolder()
  const database = await start(join(folder, 'deep/data'))
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await modesOf(folder, 'deep/data', 'deep/data/postgresql', 'deep/data/postgresql.password')).toEqual([
    0o700, 0o700, 0o600,
  ])
})

test('what was committed is there after a stop and a start, at the same address', async () => {
  const dataDir = await usedData()
  const first = await start(dataDir)
  await ask(first.url, `insert into cups values ('second')`)
  await first.stop()
  await expect(ask(first.url, 'select')).rejects.toThrow()
  const second = await start(dataDir)
  expect(second).toMatchObject({ url: first.url, adopted: false })
  expect(await ask(second.url, 'select name from cups order by name')).toEqual([{ name: 'kept' }, { name: 'second' }])
})

test('it waits for the disk, checks its pages, speaks UTF-8, and listens to this machine only', async () => {
  const database = await startEmbeddedDatabase({ dataDir: await usedData(), log: () => {} })
  onTestFinished(() => database.stop())
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding']
  const addresses = ['listen_addresses', 'unix_socket_directories']
  const shown = await ask(database.url, `select ${[...settings, ...addresses].map(setting).join(', ')}`)
  expect(shown).toEqual([
    {
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
    },
  ])
})

// In small: it waits for the disk, checks its pages, speaks UTF-8, and listens to this machine only
longTest('text has the same encoding and order whatever the locale of the machine', async () => {
  const dataDir = join(await emptyFolder(), 'data')
  await startProgram(dataDir, { LANG: 'C', LC_ALL: 'C', PGCLIENTENCODING: 'SQL_ASCII', PGPORT: '1' })
  const { url } = await start(dataDir)
  expect(
    await ask(url, `select ${setting('server_encoding')}, upper('é') as upper, 'Z' < 'a' as by_code_point`),
  ).toEqual([{ server_encoding: 'UTF8', upper: 'É', by_code_point: true }])
})

test('a connection without the password is refused', async () => {
  const { url } = await start(await usedData())
  const guess = new URL(url)
  guess.password = 'florin'
  await expect(ask(guess.href, 'select')).rejects.toThrow('password authentication failed')
})

test('the server of a killed program is taken over, with all that was committed and nothing else', async () => {
  const dataDir = await usedData()
  const { url } = await startProgram(dataDir)
  const database = await start(dataDir)
  expect(database).toMatchObject({ url, adopted: true })
  await expect
    .poll(() => ask(url, 'select name from cups order by name'))
    .toEqual([{ name: 'committed' }, { name: 'kept' }])
})

// In small: the server of a killed program is taken over, with all that was committed and nothing else
longTest('the server of a killed program that was started differently is started again', async () => {
  const dataDir = await usedData()
  await startProgram(dataDir)
  const database = await start(dataDir, { settings: { work_mem: '9MB' } })
  expect(database.adopted).toBe(false)
  expect(await ask(database.url, `select ${setting('work_mem')}`)).toEqual([{ work_mem: '9MB' }])
})

// In small: the server of a killed program is taken over, with all that was committed and nothing else
longTest('when the server itself was killed, the next start recovers what was committed', async () => {
  const dataDir = await usedData()
  const { url } = await startProgram(dataDir)
  process.kill(await serverPid(dataDir), 'SIGKILL')
  const database = await start(dataDir)
  expect(database).toMatchObject({ url, adopted: false })
  expect(await ask(url, 'select name from cups order by name')).toEqual([{ name: 'committed' }, { name: 'kept' }])
})

// In small: the server of a killed program is taken over, with all that was committed and nothing else
longTest('a process that was given the id of a dead server is left alone', async () => {
  const dataDir = await usedData()
  await startProgram(dataDir)
  const lockFile = join(dataDir, 'postgresql/postmaster.pid')
  const { uid, gid } = await stat(lockFile)
  const stranger = spawn('sleep', ['1000'], { uid, gid })
  onTestFinished(() => void stranger.kill('SIGKILL'))
  const lines = await readFile(lockFile, 'utf8')
  process.kill(await serverPid(dataDir), 'SIGKILL')
  await writeFile(lockFile, lines.replace(/^\d+/, String(stranger.pid)))

  const database = await start(dataDir)
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
  expect(stranger).toMatchObject({ exitCode: null, signalCode: null })
})

test('a first start that is cut off half-way leaves nothing that hinders the next', async () => {
  const dataDir = join(await emptyFolder(), 'data')
  await mkdir(dataDir)
  const { child } = runProgram(dataDir)
  const written = async () => (await readdir(dataDir, { recursive: true })).join()
  await expect.poll(() => written().catch(() => ''), { interval: 2 }).toContain('PG_VERSION')
  // The whole group: the program and what it started to make the data folder.
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  const database = await start(dataDir)
  expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('programs that start at once share one server, and the last one out stops it', async () => {
  const dataDir = join(await emptyFolder(), 'data')
  const [one, two, three] = await Promise.all([start(dataDir), start(dataDir), start(dataDir)])
  expect([one, two, three].map(({ adopted }) => adopted).sort()).toEqual([false, true, true])
  expect(new Set([one.url, two.url, three.url]).size).toBe(1)
  await one.stop()
  await two.stop()
  expect(await ask(three.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await three.stop()
  await expect(ask(three.url, 'select')).rejects.toThrow('ECONNREFUSED')
})

test('data that came back from a copy, with another owner and without its password file, is taken as it is', async () => {
  const dataDir = await usedData({ preserve: false })
  const before = await readFile(join(dataDir, 'postgresql.password'), 'utf8')
  await rm(join(dataDir, 'postgresql.password'))
  const database = await start(dataDir)
  expect(await ask(database.url, 'select name from cups')).toEqual([{ name: 'kept' }])
  expect(await readFile(join(dataDir, 'postgresql.password'), 'utf8')).not.toBe(before)
})

// In small: what was committed is there after a stop and a start, at the same address
longTest('when its port is in use it moves to another, unless one is configured', async () => {
  const dataDir = await usedData()
  const first = await start(dataDir)
  await first.stop()
  const port = Number(new URL(first.url).port)
  const squatter = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void squatter.close())
  await expect(start(dataDir, { port })).rejects.toThrow(`Port ${port} is in use`)
  const second = await start(dataDir)
  expect(new URL(second.url).port).not.toBe(String(port))
})

test('when the server does not start, the error shows what it said', async () => {
  const dataDir = await usedData()
  await expect(start(dataDir, { settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
    /did not start.*\n.*invalid value for parameter "shared_buffers": "plenty"/s,
  )
  await writeFile(join(dataDir, 'postgresql/PG_VERSION'), '12\n')
  await expect(start(dataDir)).rejects.toThrow(/was written by PostgreSQL 12, and this program brings 18/)
})

async function start(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  const settings = { ...small, ...options.settings }
  const database = await startEmbeddedDatabase({ dataDir, log: () => {}, ...options, settings })
  onTestFinished(() => database.stop())
  return database
}

/** Starts a program that uses the database, waits until it does, and kills it without warning. */
async function startProgram(dataDir: string, env: Record<string, string> = {}): Promise<{ url: string }> {
  const { child, output } = runProgram(dataDir, env)
  const url = await output
  child.kill('SIGKILL')
  await new Promise((resolve) => child.once('exit', resolve))
  return { url }
}

function runProgram(
  dataDir: string,
  env: Record<string, string> = {},
): { child: ChildProcess; output: Promise<string> } {
  const program = join(import.meta.dirname, 'use-database.ts')
  const child = spawn(process.execPath, [program, dataDir], {
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line) => resolve(String(line).trim()))
    child.once('exit', (code) => reject(new Error(`the program ended early with ${code}`)))
  })
  output.catch(() => {})
  return { child, output }
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

const setting = (name: string) => `current_setting('${name}') as ${name}`

async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgresql/postmaster.pid'), 'utf8')).split('\n')[0])
}

async function usedData({ preserve = true } = {}): Promise<string> {
  const dataDir = join(await emptyFolder(), 'data')
  await promisify(execFile)('cp', [preserve ? '-Rp' : '-R', join(used, 'data'), dataDir])
  return dataDir
}

async function emptyFolder(): Promise<string> {
  const folder = await scratchFolder('florin-embedded-')
  // Registered first, so done last: the databases are stopped by then.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function modesOf(folder: string, ...paths: string[]): Promise<number[]> {
  return Promise.all(paths.map(async (path) => (await stat(join(folder, path))).mode & 0o777))
}
