import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { enablePartitions } from '#database/partitions/enable.ts'
import { growingTable } from '#database/partitions/growing-tables.ts'
import { asOwner } from '#database/partitions/owner.ts'
import { boundText, monthStart } from '#database/partitions/partitions-of.ts'
import { systemClock } from '#kernel/base/clock.ts'

/**
 * What it costs to partition a table of events while others write to it, and to write to it afterwards:
 * `node server/bench/partitions.ts [rows]`. It makes a database of its own, and removes it.
 */
const rows = Number(process.argv[2] ?? 1_000_000)
const silent = () => {}
const history = `select * from outbox.events where subject_type = 'payment' and subject_id = $1 order by id`
const insert = `insert into outbox.events (name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at)
  select 'paymentStatusChanged', 'site', '7', 'payment', n::text, '{"to": "captured"}', now() from generate_series(1, $1::int) n`
const dataDir = await mkdtemp(join(tmpdir(), 'florin-partitions-'))
const database = await startEmbeddedDatabase({ dataDir, log: silent })
try {
  await migrate(database.url, { log: silent })
  await measure(database.url)
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function measure(url: string): Promise<void> {
  const client = new pg.Client(url)
  client.on('error', silent)
  await client.connect()
  const year = boundText(monthStart(systemClock.now(), -11), { by: 'month' })
  await client.query(
    `insert into outbox.events (name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at)
     select 'paymentStatusChanged', 'site', (n % 50)::text, 'payment', n::text,
            jsonb_build_object('action', 'authorize', 'from', 'authorizing', 'to', 'captured', 'amount', n),
            ${year}::timestamptz + n * ((now() - ${year}::timestamptz) / ${rows})
       from generate_series(1, ${rows}) n`,
  )
  await client.query('vacuum analyze outbox.events')
  const before = await insertCosts(client)
  const writer = writeAllTheTime(url)
  const enabled = await asOwner(url, (owner) =>
    enablePartitions(owner, growingTable('outbox.events'), { now: systemClock.now() }),
  )
  const waits = await writer.stop()
  const after = await insertCosts(client)
  await client.end()
  const { heldMs = 0, validatedMs = 0, tries } = enabled?.done ?? {}
  console.log(
    JSON.stringify({
      ...{ rows, checkReadMs: round(validatedMs), lockedMs: round(heldMs), tries },
      ...{ writesMeanwhile: waits.length, longestWriteMs: round(Math.max(...waits)) },
      ...{ before, after },
    }),
  )
}

/** Of one row in a statement, and of ten: the median of many, in microseconds for each row. */
async function insertCosts(client: pg.Client): Promise<Record<string, number>> {
  const cost = async (count: number) => {
    const took: number[] = []
    for (let at = 0; at < 4_000; at++) {
      const began = performance.now()
      await client.query({ name: 'insert', text: insert, values: [count] })
      took.push(performance.now() - began)
    }
    return Math.round((1_000 * took.toSorted((one, other) => one - other)[2_000]!) / count)
  }
  await client.query('begin; set local synchronous_commit = off')
  const costs = { oneRowUs: await cost(1), ofTenRowsUs: await cost(10), historyUs: await historyCost(client) }
  await client.query('rollback')
  return costs
}

/** What reading the events of one payment costs, in microseconds: no partition can be left out. */
async function historyCost(client: pg.Client): Promise<number> {
  const took: number[] = []
  for (let at = 0; at < 1_000; at++) {
    const began = performance.now()
    await client.query({ name: 'history', text: history, values: [String(1 + ((at * 7_919) % rows))] })
    took.push(performance.now() - began)
  }
  return Math.round(1_000 * took.toSorted((one, other) => one - other)[500]!)
}

/** One row after the other, as payments write, each a commit. */
function writeAllTheTime(url: string): { stop(): Promise<number[]> } {
  let isStopped = false
  const writing = (async () => {
    const client = new pg.Client(url)
    client.on('error', silent)
    await client.connect()
    const took: number[] = []
    while (!isStopped) {
      const began = performance.now()
      await client.query({ name: 'insert', text: insert, values: [1] })
      took.push(performance.now() - began)
    }
    await client.end()
    return took
  })()
  return {
    stop: () => {
      isStopped = true
      return writing
    },
  }
}

function round(ms: number): number {
  return Math.round(10 * ms) / 10
}
