import { createHash } from 'node:crypto'
import pg from 'pg'
import { arrayText } from '#kernel/db/commit/array-text.ts'
import { isDead, type Lease, leaseOf, NoConnection, watchConnection } from '#kernel/db/lease.ts'
import type { DbObserver } from '#kernel/db/observer.ts'
import type { Servers } from '#kernel/db/servers.ts'
import { applySettings, type SessionSettings } from '#kernel/db/session-settings.ts'
import { statementName } from '#kernel/db/statement-name.ts'
import { beginStep } from '#kernel/telemetry/trace.ts'

export { NoConnection } from '#kernel/db/lease.ts'

/** Connections of one role, as the driver keeps them, with what we expect of each. */
export type Pool = {
  options: pg.PoolConfig
  connect(): Promise<Lease>
  run(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]>
  end(): Promise<void>
}

export type PoolLimits = {
  servers: Servers | undefined
  settings: SessionSettings
  timeoutMs: number
  waitMs?: number | undefined
  keptIdleMs?: number | undefined
  /** Who measures it, and under which name. */
  seen?: { name: string; observer: DbObserver } | undefined
}

export function openPool(config: pg.PoolConfig, limits: PoolLimits): Pool {
  const { servers, settings, timeoutMs, waitMs = waitForConnectionMs, keptIdleMs = keptIdle, seen } = limits
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: keptIdleMs,
    onConnect: (client) => applySettings(client as unknown as pg.Client, settings),
    ...(servers && { Client: servers.Client }),
  })
  // The pool replaces an idle connection that breaks; a lasting problem fails the next query.
  pool.on('error', () => undefined)
  let made = 0
  pool.on('connect', (client) => {
    ages.set(client, made++)
    // A connection that breaks in use fails its statement; without this listener the error would end the process.
    client.on('error', () => undefined)
    watchConnection(client)
    nameStatements(client)
    if (config.pipeline) sendTogether(client)
    limitStatements(client, timeoutMs + replyGraceMs, seen?.observer)
  })
  seen?.observer.pool(seen.name, () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }))
  const connectOnce = servers ? () => connectToWriter(pool, servers, waitMs) : () => pool.connect()
  const connecting = () => connectAlive(connectOnce)
  const connect = () => {
    oldestFirst(pool)
    const began = performance.now()
    const connected = connecting().then(leaseOf, (error: Error) => {
      throw new NoConnection(error.message, { cause: error })
    })
    if (seen)
      void connected.finally(() => seen.observer.waited(seen.name, performance.now() - began)).catch(() => undefined)
    return connected
  }
  return {
    options: config,
    connect,
    run: async (text, values) => {
      for (let tries = 1; ; tries++) {
        const lease = await connect()
        try {
          const { rows } = await lease.query(text, values)
          lease.release()
          return rows
        } catch (error) {
          lease.release(!isExpected(error))
          // The connection had died, and nothing was sent: once more, on another one.
          if (!(error instanceof NoConnection) || tries === 2) throw error
        }
      }
    },
    end: () => endPool(pool),
  }
}

/** The driver lends a connection whose end has not been noticed yet: that one is given up, and another is taken. */
async function connectAlive(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  for (let tries = 1; ; tries++) {
    const client = await connect()
    if (tries === deadMax || !isDead(client)) return client
    client.release(true)
  }
}
/** More than a pool has. */
const deadMax = 100

/** Every connection plans its statements by itself: those of a quiet hour are kept for the next rush. */
const keptIdle = 600_000

/** The order in which the connections of a pool were made. */
const ages = new WeakMap<pg.PoolClient, number>()

/**
 * Of the idle connections, the driver takes the last of its list. The oldest one has planned most; with the one that was
 * used last each of them would plan every statement, as soon as some had been busy at once.
 */
function oldestFirst(pool: pg.Pool): void {
  const { _idle: idle } = pool as unknown as { _idle: { client: pg.PoolClient }[] }
  if (idle.length > 1) idle.sort((one, other) => ages.get(other.client)! - ages.get(one.client)!)
}

/** Statements under way are finished; those that wait for a connection fail at once, which the driver forgets to do. */
function endPool(pool: pg.Pool): Promise<void> {
  const ended = pool.end()
  const { _pendingQueue } = pool as unknown as { _pendingQueue: { callback(error: Error): void }[] }
  for (const { callback } of _pendingQueue.splice(0)) callback(new Error('the database was closed'))
  return ended
}

/** An error that is part of the business, such as a stale write, says nothing against the connection. */
const isExpected = (error: unknown): boolean => expectedCodes.has((error as { code?: string }).code ?? '')
const expectedCodes = new Set(['FL001', '23505', '23P01', '40001', '40P01', '55P03'])

/** No statement has been sent yet, so connecting may be retried, on another server too, until one accepts. */
async function connectToWriter(pool: pg.Pool, servers: Servers, waitMs: number): Promise<pg.PoolClient> {
  const deadline = performance.now() + waitMs
  for (;;) {
    await servers.known(Math.max(0, deadline - performance.now()))
    try {
      return await pool.connect()
    } catch (error) {
      if (pool.ending || performance.now() > deadline) throw error
      servers.doubt()
    }
  }
}

/** How long a request may wait for a free connection; after that it fails with `NoConnection`. */
export const waitForConnectionMs = 30_000
/** How much longer than the database's own limit to wait for a reply; after that the connection counts as dead. */
const replyGraceMs = 3_000

type QueryCall = (text: unknown, values?: unknown[], done?: unknown) => unknown

/**
 * Names each statement text, so that PostgreSQL plans it once per connection (1.3 to 1.5 times the throughput of
 * unnamed statements), and converts instants to text. A connection keeps the `preparedMax` most recently used
 * statements: plans take memory in the server, so the least recently used one is dropped.
 */
function nameStatements(client: pg.PoolClient): void {
  const plain = client.query.bind(client) as QueryCall
  const prepared = new Map<string, string>()
  const { parsedStatements } = (client as unknown as { connection: { parsedStatements: Record<string, string> } })
    .connection
  const named: QueryCall = (text, values, done) => {
    if (typeof text !== 'string' || !Array.isArray(values)) return plain(text, values, done)
    const name = prepared.get(text) ?? nameOf(text)
    prepared.delete(text)
    prepared.set(text, name)
    const query = () => plain({ name, text, values: values.map(toParameter) }, undefined, done)
    if (prepared.size <= preparedMax || done) return query()
    const [oldest, oldName] = prepared.entries().next().value!
    prepared.delete(oldest)
    if (!Object.hasOwn(parsedStatements, oldName)) return query()
    // The driver must not believe that the server still has it.
    delete parsedStatements[oldName]
    // The connection keeps the order. A statement that waited here for the answer could be sent behind its transaction.
    ;(plain(`deallocate "${oldName}"`) as Promise<unknown>).catch(() => {
      // In a transaction that has failed the server forgets nothing.
      parsedStatements[oldName] = oldest
    })
    return query()
  }
  client.query = named as typeof client.query
}
/** More than the program has statements; so only texts made of data could ever reach it. */
export const preparedMax = 500

const nameOf = (text: string): string => createHash('sha1').update(text).digest('base64url')

/** What is asked in the same moment leaves in one packet: to write to a socket costs as much as a small statement. */
function sendTogether(client: pg.PoolClient): void {
  const query = client.query.bind(client) as QueryCall
  const { stream } = (client as unknown as pg.Client).connection
  const together: QueryCall = (text, values, done) => {
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    return query(text, values, done)
  }
  client.query = together as typeof client.query
}

/**
 * A connection whose statement gets no reply in time is closed, and its statement fails. The database itself cancels
 * statements that take too long, but a server that is cut off cannot report that, and a server that waits for its
 * replica in a commit does not cancel (PostgreSQL manual, 27.2.8): whether such a commit succeeds stays unknown. The
 * observer receives each statement by its text, which holds no values.
 */
function limitStatements(client: pg.PoolClient, limitMs: number, observer: DbObserver | undefined): void {
  const query = client.query.bind(client) as QueryCall
  const { connection } = client as unknown as pg.Client
  const limited: QueryCall = (text, values, done) => {
    const silence = () => connection.stream.destroy(new Error(`the database has not answered for ${limitMs} ms`))
    const overdue = setTimeout(silence, limitMs)
    const began = performance.now()
    const end = typeof text === 'string' ? beginStep(() => statementName(text), inDatabase) : undefined
    const answered = () => {
      clearTimeout(overdue)
      end?.()
      if (typeof text === 'string') observer?.statement(text, performance.now() - began)
    }
    if (typeof done !== 'function') return (query(text, values) as Promise<unknown>).finally(answered)
    return query(text, values, (...answer: unknown[]) => {
      answered()
      done(...answer)
    })
  }
  client.query = limited as typeof client.query
}

const inDatabase = { 'db.system.name': 'postgresql' }

/** A list in the text of the database's own: the driver looks at each value with two patterns. */
const toParameter = (value: unknown): unknown => {
  if (Array.isArray(value)) return arrayText(value)
  return value instanceof Temporal.Instant || value instanceof Temporal.PlainDate ? value.toString() : value
}
