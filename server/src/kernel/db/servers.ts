import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/**
 * The servers of one replicated database; one of them accepts writes. That server may change at any moment: it fails,
 * and another is promoted. No event announces this, so the servers are polled.
 */
export type Servers = {
  /** A client that connects to the server that takes writes as far as we know, and breaks when that is another one. */
  Client: typeof pg.Client
  /** Comes back when a server is known that takes writes; throws when none is found for `patienceMs`. */
  known(patienceMs: number): Promise<void>
  /** Reports a connection that failed: poll again, at once. */
  doubt(): void
  close(): void
}

/**
 * The urls of the single servers in one of libpq's form with several hosts (PostgreSQL manual, 34.1.1.3):
 * `postgres://user:password@a:5432,b:5432/florin?target_session_attrs=read-write`. The driver knows no such form.
 */
export function serverUrls(url: string): readonly string[] {
  const [, before, hosts, after] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? []
  if (!hosts?.includes(',')) return [url]
  const wanted = /[?&]target_session_attrs=([^&]*)/.exec(after!)?.[1] ?? 'read-write'
  if (wanted !== 'read-write' && wanted !== 'primary')
    throw new Error(
      `DATABASE_URL: target_session_attrs is ${wanted}, and Florin has to write; say read-write, or leave it out`,
    )
  const rest = after!.replace(/([?&])target_session_attrs=[^&]*&?/, '$1').replace(/[?&]$/, '')
  return hosts.split(',').map((host) => before + host + rest)
}

/** The url of the one server that accepts writes, for callers that need a single connection. */
export async function writerAmong(url: string): Promise<string> {
  const urls = serverUrls(url)
  if (urls.length === 1) return url
  const deadline = performance.now() + findMs
  for (;;) {
    const found = await findWriter(urls)
    if (found) return found
    if (performance.now() > deadline) throw new NoWriter(urls.length)
    await pause(lookEveryMs)
  }
}
/** A promotion takes seconds; a start waits for one rather than fail. */
const findMs = 30_000

/** No statement was sent to any server. */
class NoWriter extends Error {
  override readonly name = 'NoWriter'
  constructor(count: number) {
    super(`None of the ${count} servers in DATABASE_URL takes writes: each is down, or follows another one.`)
  }
}

/** Looks every second which of the servers takes writes, for as long as it is open. */
export function openServers(urls: readonly string[]): Servers {
  const clients = new Map<pg.Client, string>()
  const waiting = new Set<() => void>()
  let writer: string | undefined
  let isBelieved = false
  let isClosed = false
  let wake = () => {}
  const look = async (): Promise<void> => {
    const found = await findWriter(urls)
    // One that does not answer for a moment is still the best we know.
    if (!found) return
    writer = found
    isBelieved = true
    for (const goOn of waiting) goOn()
    // What was sent to a server that has been replaced is not waited for: it will not be acknowledged.
    const replaced = new Error('the database server of this connection has been replaced by another one')
    for (const [client, url] of clients) if (url !== found) client.connection.stream.destroy(replaced)
  }
  void (async () => {
    while (!isClosed) {
      const doubted = Promise.withResolvers<void>()
      wake = doubted.resolve
      await look()
      const timer = setTimeout(doubted.resolve, isBelieved ? watchEveryMs : lookEveryMs).unref()
      if (!isClosed) await doubted.promise
      clearTimeout(timer)
    }
  })()
  return {
    Client: class extends pg.Client {
      constructor(config: pg.ClientConfig) {
        super({ ...config, connectionString: writer })
        clients.set(this, writer!)
        this.once('end', () => clients.delete(this))
      }
    },
    known: (patienceMs) => (isBelieved ? Promise.resolve() : until(waiting, patienceMs, urls.length)),
    doubt: () => {
      isBelieved = false
      wake()
    },
    close: () => {
      isClosed = true
      wake()
    },
  }
}
const watchEveryMs = 1_000
const lookEveryMs = 200

async function until(waiting: Set<() => void>, patienceMs: number, count: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new NoWriter(count)), patienceMs)
  waiting.add(resolve)
  try {
    await promise
  } finally {
    waiting.delete(resolve)
    clearTimeout(timer)
  }
}

/**
 * The server that accepts writes. After a promotion an old primary may return that does not know of it and would accept
 * writes too; the one on the later timeline has been promoted after it (PostgreSQL manual, 26.3.5).
 */
async function findWriter(urls: readonly string[]): Promise<string | undefined> {
  const seen = await Promise.all(urls.map(async (url) => ({ url, timeline: await timelineOf(url) })))
  return seen.filter(({ timeline }) => timeline > 0).sort((a, b) => b.timeline - a.timeline)[0]?.url
}

/** On which timeline a server takes writes; 0: it takes none, or does not answer. */
async function timelineOf(url: string): Promise<number> {
  const limits = { connectionTimeoutMillis: lookTimeoutMs, query_timeout: lookTimeoutMs }
  const client = new pg.Client({ connectionString: url, application_name: 'florin watch', ...limits })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ timeline: string | null }>(whoWrites)
    return Number.parseInt(rows[0]?.timeline ?? '0', 16)
  } catch {
    return 0
  } finally {
    client.end().catch(() => undefined)
    client.connection.stream.destroy()
  }
}
const lookTimeoutMs = 1_000

/** The name of a file of the write-ahead log begins with the timeline, in hexadecimal digits. */
const whoWrites = `
  select case when not pg_is_in_recovery() and not current_setting('default_transaction_read_only')::boolean
              then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`
