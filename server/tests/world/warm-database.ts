import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type Db, type DbOptions, openDb, snapshotOf } from '#kernel/db/db.ts'
import { copyOf, copyOfTemplate } from './database.ts'
import { learnFresh, type Reset } from './reset.ts'

/**
 * A database that was used before and is as if it had never been. Its connections are kept as well, with what they have
 * planned. Nothing of an application is kept: each has its own memory, keys, clock and log.
 */
export type WarmDatabase = {
  url: string
  /** As the product's own, on kept connections. After `close` nothing more is asked on them. */
  open: typeof openDb
  /** One question of somebody whom no rule of the product binds. */
  ask(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Resets it for the next one. Whoever opened anything on it has closed it before. */
  giveBack(): Promise<void>
}

/** Those of this worker that nobody uses at the moment, by what they are copies of. */
const idle = new Map<string, Kept[]>()

/** One that the caller gives back: with nothing in it, or with everything that is in `history`. */
export async function takeWarmDatabase(history?: string): Promise<WarmDatabase> {
  const others = idle.getOrInsert(history ?? 'template', [])
  const kept = others.pop() ?? (await keep(history ? await copyOf(history) : await copyOfTemplate()))
  return use(kept, async () => {
    if (await kept.reset.reset()) others.push(kept)
    else await retire(kept)
  })
}

/** One that stays as it is when it is given back, and that nobody is connected to then. */
export async function takeFreshDatabase(): Promise<WarmDatabase> {
  const kept = await keep(await copyOfTemplate())
  return use(kept, () => retire(kept))
}

function use(kept: Kept, after: () => Promise<void>): WarmDatabase {
  const ask: WarmDatabase['ask'] = async (text) => (await kept.client.query<Record<string, unknown>>(text)).rows
  const opened: Db[] = []
  const open: typeof openDb = (_url, options) => {
    const db = lend(kept, options)
    opened.push(db)
    return db
  }
  const giveBack = async () => {
    for (const db of opened) await db.close()
    await after()
  }
  return { url: kept.url, open, ask, giveBack }
}

/** The url of one that is given back when the test is finished. */
export async function warmDatabase(history?: string): Promise<string> {
  const warm = await takeWarmDatabase(history)
  onTestFinished(warm.giveBack)
  return warm.url
}

type Kept = {
  url: string
  client: pg.Client
  reset: Reset
  /** By what was asked for. */
  doors: Map<string, Db>
  /** Who wants to hear of changes of the directory, and the one connection that listens for them all. */
  hearers: Set<(notified: string) => void>
  listening: ReturnType<Db['listen']> | undefined
}

async function keep(url: string): Promise<Kept> {
  const client = new pg.Client(url)
  await client.connect()
  const reset = await learnFresh(client)
  return { url, client, reset, doors: new Map(), hearers: new Set(), listening: undefined }
}

async function retire({ client, doors, listening }: Kept): Promise<void> {
  await (await listening)?.stop()
  for (const door of doors.values()) await door.close()
  await client.end()
}

function lend(kept: Kept, options: DbOptions): Db {
  const kind = JSON.stringify(options)
  const kin = kept.doors.get(kind) ?? openDb(kept.url, options)
  kept.doors.set(kind, kin)
  let isClosed = false
  const door = (): Db => {
    if (isClosed) throw new Error('the application that asks this was closed, and its database is given back')
    return kin
  }
  return {
    get read() {
      return door().read
    },
    run: async (text, values) => door().run(text, values),
    columnTypes: (isMissing) => door().columnTypes(isMissing),
    locked: async (rows, options, work) => door().locked(rows, options, work),
    snapshot: async (work) => snapshotOf(door().read, work),
    listen: async (channel, received) =>
      channel === 'directory' ? hear(kept, kin, received) : door().listen(channel, received),
    close: async () => {
      isClosed = true
    },
  }
}

/** What was told of one world may be heard in the next, where it only makes a directory read once more. */
async function hear(kept: Kept, door: Db, received: (notified: string) => void): Promise<{ stop(): Promise<void> }> {
  kept.listening ??= door.listen('directory', (notified) => {
    for (const hearer of kept.hearers) hearer(notified)
  })
  kept.hearers.add(received)
  await kept.listening
  return { stop: async () => void kept.hearers.delete(received) }
}
