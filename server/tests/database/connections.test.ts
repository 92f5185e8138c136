import { rm } from 'node:fs/promises'
import pg from 'pg'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { serverUrls, writerAmong } from '#kernel/db/servers.ts'
import { applySettings } from '#kernel/db/session-settings.ts'
import { freshDatabases } from '../world/budget.ts'
import { copyOfTemplate } from '../world/database.ts'
import { longTest } from '../world/length.ts'
import { openRelay, type Relay } from '../world/relay.ts'
import { scratchFolder } from '../world/scratch.ts'
import { connectionsTo } from '../world/shop.ts'

freshDatabases({ atMost: 6, because: 'each test breaks connections to its database, or changes its settings' })

type Line = { url: string; port: number; relay: Relay }

/** A database behind a line that can be cut. */
async function openLine(url?: string): Promise<Line> {
  const behind = new URL(url ?? (await copyOfTemplate()))
  const port = Number(behind.port)
  const relay = await openRelay(port)
  onTestFinished(() => relay.close())
  behind.port = String(relay.port)
  return { url: behind.href, port, relay }
}

function open(url: string, options: { statementTimeoutMs?: number; connectionsMax?: number } = {}): Db {
  const db = openDb(url, { role: 'florin_app', ...options })
  onTestFinished(() => db.close())
  return db
}

/** Two servers with a database of one name and one user, as replicas have them. */
type Pair = { url: string; first: Line; second: Line }
let servers: readonly string[]

beforeAll(async () => {
  const dataDir = await scratchFolder('florin-second-server-')
  const other = await startEmbeddedDatabase({ dataDir, log: () => undefined, settings: { fsync: 'off' } })
  const name = new URL(await copyOfTemplate()).pathname.slice(1)
  servers = await Promise.all(
    [inject('templateUrl'), other.url].map(async (url, index) => {
      const server = new URL(url)
      server.pathname = '/postgres'
      if (index === 1) await ask(server.href, `create database ${name}`)
      await ask(server.href, `create role ${name} superuser login password 'hush'`)
      if (index === 1) await ask(server.href, 'create role florin_app')
      Object.assign(server, { username: name, password: 'hush', pathname: `/${name}` })
      return server.href
    }),
  )
  return async () => {
    await other.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

/** The first of them takes writes. */
async function openPair(): Promise<Pair> {
  const [first, second] = [await openLine(servers[0]), await openLine(servers[1])]
  await promote(first)
  const url = new URL(first.url)
  return { url: url.href.replace(url.host, `${url.host},${new URL(second.url).host}`), first, second }
}

/**
 * Says of one of the servers that it takes writes, and of the other one that it does not, to all who connect from here
 * on.
 */
async function promote(line: Line): Promise<void> {
  for (const url of servers) {
    const follows = new URL(url).port !== String(line.port)
    const { pathname } = new URL(url)
    await ask(url, `alter database ${pathname.slice(1)} set default_transaction_read_only = ${follows}`)
  }
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, options: '-c default_transaction_read_only=off' })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

const portOf = async (db: Db) => (await db.run('select inet_server_port() as port', []))[0]!.port

/** Asks until the answer is the one that is waited for. */
async function until(question: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(question, { interval: 5 }).toBe(true)
}

test('a url of one server is left as it is, and one of several is taken apart', () => {
  expect(serverUrls('postgres://me:p%2Cw@a:1/florin?sslmode=require')).toEqual([
    'postgres://me:p%2Cw@a:1/florin?sslmode=require',
  ])
  expect(serverUrls('postgresql://me@a:1,b,[::1]:3/florin?target_session_attrs=read-write&sslmode=require')).toEqual([
    'postgresql://me@a:1/florin?sslmode=require',
    'postgresql://me@b/florin?sslmode=require',
    'postgresql://me@[::1]:3/florin?sslmode=require',
  ])
  expect(serverUrls('postgres://a,b/florin?target_session_attrs=primary')).toEqual([
    'postgres://a/florin',
    'postgres://b/florin',
  ])
  expect(() => serverUrls('postgres://a,b/florin?target_session_attrs=standby')).toThrow('has to write')
})

test('of several servers the one that takes writes is asked, and another one as soon as that has changed', async () => {
  const { url, first, second } = await openPair()
  await promote(second)
  expect(new URL(await writerAmong(url)).port).toBe(new URL(second.url).port)
  const db = open(url)
  const received: string[] = []
  const listening = await db.listen('florin_test', (payload) => received.push(payload))
  onTestFinished(() => listening.stop())
  expect(await portOf(db)).toBe(second.port)

  await promote(first)
  second.relay.cut()
  second.relay.drop()

  await until(async () => (await portOf(db).catch(() => 0)) === first.port)
  await until(async () => {
    await ask(first.url, "select pg_notify('florin_test', 'news')")
    return received.includes('news')
  })
})

test('what was sent to a server that has fallen silent fails as soon as another one takes writes, and is not waited for', async () => {
  const { url, first, second } = await openPair()
  const db = open(url, { statementTimeoutMs: 25_000 })
  expect(await portOf(db)).toBe(first.port)

  first.relay.cut()
  const lost = portOf(db).then(
    () => 'answered',
    () => 'failed',
  )
  await promote(second)

  expect(await lost).toBe('failed')
  expect(await portOf(db)).toBe(second.port)
})

// In small: of several servers the one that takes writes is asked, and another one as soon as that has changed
longTest('when no server takes writes the next one who asks waits, and is answered when one does', async () => {
  const { url, first, second } = await openPair()
  const db = open(url)
  expect(await portOf(db)).toBe(first.port)
  first.relay.cut()
  first.relay.drop()
  // It was sent on a connection that was not known to be broken.
  await expect(portOf(db)).rejects.toThrow()
  const waiting = portOf(db)
  await until(() => first.relay.connections > 4)
  await promote(second)

  expect(await waiting).toBe(second.port)
})

test('a statement to a server that is cut off fails within the time the database has for it, and the connection is given up', async () => {
  const line = await openLine()
  const db = open(line.url, { statementTimeoutMs: 1_000 })
  await portOf(db)
  line.relay.cut()
  const began = line.relay.connections
  await expect(portOf(db)).rejects.toThrow()
  line.relay.restore(line.port)

  expect(await portOf(db)).toBe(line.port)
  expect(line.relay.connections).toBeGreaterThan(began)
})

test('a listener receives notifications again after the connection has broken, is called once for those in between, and connects once at a time', async () => {
  const line = await openLine()
  const db = open(line.url)
  const received: string[] = []
  const listening = await db.listen('florin_test', (payload) => received.push(payload))
  onTestFinished(() => listening.stop())
  const before = line.relay.connections

  line.relay.restore(1)
  await until(() => line.relay.connections >= before + 3)
  expect(line.relay.connections).toBe(before + 3)
  line.relay.restore(line.port)
  await until(() => received.filter((payload) => payload === '').length === 2)

  await ask(line.url, "select pg_notify('florin_test', 'news')")
  await until(() => received.includes('news'))
  expect(received).toEqual(['', '', 'news'])
})

test('a listener that is stopped does not connect again', async () => {
  const line = await openLine(servers[0])
  const listening = await open(line.url).listen('florin_test', () => undefined)
  const before = line.relay.connections

  await listening.stop()
  await ask(line.url, 'select 1')

  expect(line.relay.connections).toBe(before + 1)
})

test('statements are not compiled, whatever the server would do: that takes longer than most of them', async () => {
  const databaseUrl = await copyOfTemplate()
  await ask(databaseUrl, `alter database ${new URL(databaseUrl).pathname.slice(1)} set jit = on`)
  expect(await ask(databaseUrl, "select current_setting('jit') as is")).toEqual([{ is: 'on' }])

  expect(await open(databaseUrl).run("select current_setting('jit') as is", [])).toEqual([{ is: 'off' }])
})

test('a server that falls silent before a connection has its settings is not waited for', async () => {
  const line = await openLine()
  const client = new pg.Client(line.url)
  client.on('error', () => undefined)
  await client.connect()
  line.relay.cut()

  const applying = applySettings(client, { timezone: 'UTC' }, { withinMs: 20 })

  await expect(applying).rejects.toThrow('the database has not answered for 20 ms')
})

test('a connection that breaks while it is in use fails its query and nothing else', async () => {
  const databaseUrl = await copyOfTemplate()
  const line = await openLine(databaseUrl)
  const db = open(line.url)
  const asking = db.snapshot(async (moment) => {
    await moment.run('select 1 as one', [])
    line.relay.drop()
    await until(async () => (await connectionsTo(databaseUrl)) === 0)
    return moment.run('select 1 as one', [])
  })
  await expect(asking).rejects.toThrow()
  expect(await portOf(db)).toBe(line.port)
})

test('a statement that waits for a connection fails when the database is closed, and the one under way is finished', async () => {
  const url = servers[0]!
  const inTheWay = new pg.Client(url)
  await inTheWay.connect()
  onTestFinished(() => inTheWay.end())
  await inTheWay.query('select pg_advisory_lock(1)')
  const db = openDb(url, { role: 'florin_app', connectionsMax: 1 })
  const underWay = db.run('select pg_advisory_lock(1)', [])
  const waiting = db.run('select 1', [])
  const failed = expect(waiting).rejects.toThrow('the database was closed')

  const closed = db.close()

  await failed
  await inTheWay.query('select pg_advisory_unlock(1)')
  expect(await underWay).toHaveLength(1)
  await closed
})
