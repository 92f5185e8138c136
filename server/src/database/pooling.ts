import pg from 'pg'
import { writerAmong } from '#kernel/db/servers.ts'

/**
 * Whether the address leads to a pooler that hands a connection's server to another one after each transaction. Two
 * connections find out: while the second has a transaction open, the first would have to use another server process
 * than before. Florin cannot work so: the role of a connection, its limits, its prepared statements, locks of sessions
 * and notices stay with a server process.
 */
export async function sharesServers(url: string): Promise<boolean> {
  const target = await writerAmong(url)
  const clients = [connection(target), connection(target)] as const
  const [one, other] = clients
  try {
    for (const client of clients) await client.connect()
    for (let round = 0; round < rounds; round++) {
      const before = await processOf(one)
      await other.query('begin')
      const meanwhile = await processOf(other)
      const after = before === meanwhile ? undefined : await processOf(one)
      await other.query('commit')
      if (after !== before) return true
    }
    return false
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}
/** A pooler with other clients may have a free process for both, once or twice. */
const rounds = 5

/** Thrown at a start, before anything is read or written. */
export async function refuseSharedServers(url: string): Promise<void> {
  if (await sharesServers(url)) throw new Error(`DATABASE_URL: ${sharedServersAdvice}`)
}

export const sharedServersAdvice =
  'a pooler there gives each transaction another connection (PgBouncer: pool_mode = transaction or statement), ' +
  'and a connection of Florin keeps its role and its locks between them. Set pool_mode = session for this database, or connect without the pooler.'

function connection(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'florin watch',
    connectionTimeoutMillis: patienceMs,
    query_timeout: patienceMs,
  })
  client.on('error', () => undefined)
  return client
}
const patienceMs = 10_000

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid
}
