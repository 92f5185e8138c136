import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type Db, type DbOptions, openDb, snapshotOf } from '#kernel/db/db.ts'
import type { DbObserver } from '#kernel/db/observer.ts'
import { copyOf, copyOfTemplate, throughSocket } from './database.ts'
import { learnFresh, type Reset } from './reset.ts'

/**
 * A database that was used before and is as if it had never been. Its connections are kept as well, with what they have
 * planned. Nothing of an application is kept: each has its own memory, keys, clock and log.
 */
export type WarmDatabase = {
  url: string
  /** As the product opens it, on connections that are kept. After `close` no query may be made on them. */
  open: typeof openDb
  /** The same for one of several programs at once, which share no connections. */
  openAs(who: string): typeof openDb
  /** One query with a superuser's rights. */
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** One statement with a superuser's rights, where no rule of the database holds; returns how many rows it met, if it is about rows. */
  plant(statement: string): Promise<number | null>
  held: Reset['held']
  /** Resets it for the next test. Everything opened on it must be closed before. */
  release(): Promise<void>
}

/** The idle ones of this worker, by what they are copies of. */
const idle = new Map<string, Kept[]>()

/** A database that the caller releases: empty, or with all the data of `history`. */
export async function takeWarmDatabase(history?: string): Promise<WarmDatabase> {
  const others = idle.getOrInsert(history ?? 'template', [])
  const kept = others.pop() ?? (await keep(history ? await copyOf(history) : await copyOfTemplate()))
  return use(kept, async () => {
    if (await kept.reset.reset()) others.push(kept)
    else await retire(kept)
  })
}

/** A database that is not reset on release, and that has no connections then. */
export async function takeFreshDatabase(): Promise<WarmDatabase> {
  const kept = await keep(await copyOfTemplate())
  return use(kept, () => retire(kept))
}

function use(kept: Kept, after: () => Promise<void>): WarmDatabase {
  const query: WarmDatabase['query'] = async (text) => (await kept.client.query<Record<string, unknown>>(text)).rows
  const plant: WarmDatabase['plant'] = async (statement) => {
    await kept.client.query('set session_replication_role = replica')
    try {
      return (await kept.client.query(statement)).rowCount
    } finally {
      await kept.client.query('reset session_replication_role')
    }
  }
  const opened: Db[] = []
  const openAs: WarmDatabase['openAs'] = (who) => (_url, options) => {
    const db = viewOf(kept, options, who)
    opened.push(db)
    return db
  }
  const release = async () => {
    for (const db of opened) await db.close()
    await after()
  }
  return { url: kept.url, open: openAs(''), openAs, query, plant, held: kept.reset.held, release }
}

/** The url of one that is returned when the test is finished. */
export async function warmDatabase(history?: string): Promise<string> {
  const warm = await takeWarmDatabase(history)
  onTestFinished(warm.release)
  return warm.url
}

type Kept = {
  url: string
  /** The url by which it is reached with the least effort. */
  near: string
  client: pg.Client
  resetting: pg.Client
  reset: Reset
  /** The open connections, by whose they are and their options. */
  connections: Map<string, Watched>
  /** By channel: the listeners, and the one connection that receives the notices for all of them. */
  channels: Map<string, { listeners: Set<(notified: string) => void>; listening: ReturnType<Db['listen']> }>
}

async function keep(url: string): Promise<Kept> {
  const near = throughSocket(url)
  const client = new pg.Client(near)
  // Every change of this role makes a connection plan its statements again, so it is that of one for good.
  const resetting = new pg.Client({ connectionString: near, options: '-c session_replication_role=replica' })
  await Promise.all([client.connect(), resetting.connect()])
  const reset = await learnFresh(resetting)
  return { url, near, client, resetting, reset, connections: new Map(), channels: new Map() }
}

async function retire({ client, resetting, connections, channels }: Kept): Promise<void> {
  for (const { listening } of channels.values()) await (await listening).stop()
  for (const { db } of connections.values()) await db.close()
  await Promise.all([client.end(), resetting.end()])
}

function viewOf(kept: Kept, options: DbOptions, who: string): Db {
  const { observer, ...others } = options
  const kind = JSON.stringify([who, others])
  const found = kept.connections.get(kind) ?? openWatched(kept.near, others)
  kept.connections.set(kind, found)
  const { db: shared } = found
  found.watch(observer)
  let isClosed = false
  const open = (): Db => {
    if (isClosed) throw new Error('this application was closed, and its database was released')
    return shared
  }
  return {
    observer,
    bound: undefined,
    get read() {
      return open().read
    },
    get batches() {
      return open().batches!
    },
    run: async (text, values) => open().run(text, values),
    runByKeys: (text, values) => open().runByKeys(text, values),
    columnTypes: (isMissing) => open().columnTypes(isMissing),
    inLine: () => open().inLine(),
    locked: async (rows, options, work) => open().locked(rows, options, work),
    snapshot: async (work) => snapshotOf(open().read, work),
    listen: async (channel, received) =>
      keptChannels.has(channel) ? listen(kept, shared, { channel, received }) : open().listen(channel, received),
    close: async () => {
      isClosed = true
    },
  }
}

/** Kept connections, whose statements are seen by who uses them at the moment. */
type Watched = { db: Db; watch(observer: DbObserver | undefined): void }

function openWatched(url: string, options: DbOptions): Watched {
  let now: DbObserver | undefined
  const pools: Parameters<DbObserver['pool']>[] = []
  const observer: DbObserver = {
    committed: (...commit) => now?.committed(...commit),
    stale: (useCase) => now?.stale(useCase),
    statement: (text, tookMs) => now?.statement(text, tookMs),
    waited: (pool, tookMs) => now?.waited(pool, tookMs),
    transaction: (name, outcome, tookMs) => now?.transaction(name, outcome, tookMs),
    pool: (...pool) => void pools.push(pool),
  }
  return {
    // Each worker keeps several databases, and a server has so many connections for all of them.
    db: openDb(url, { ...options, observer, keptIdleMs: 60_000 }),
    watch: (observing) => {
      now = observing
      for (const pool of pools) observing?.pool(...pool)
    },
  }
}

/** A notice of one world may arrive in the next, where it only makes a directory read once more. */
const keptChannels = new Set(['directory', 'partners', 'processors'])

async function listen(
  kept: Kept,
  db: Db,
  { channel, received }: { channel: string; received: (notified: string) => void },
): Promise<{ stop(): Promise<void> }> {
  const { listeners, listening } = kept.channels.getOrInsertComputed(channel, () => {
    const all = new Set<(notified: string) => void>()
    const tellAll = (notified: string) => {
      for (const one of all) one(notified)
    }
    return { listeners: all, listening: db.listen(channel, tellAll) }
  })
  listeners.add(received)
  await listening
  return { stop: async () => void listeners.delete(received) }
}
