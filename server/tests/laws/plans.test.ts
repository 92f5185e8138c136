import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { PaymentId } from '#acquiring/ids'
import type { TransactionId } from '#issuing/ids'
import { rowWritesOf } from '#kernel/db/commit/batch-shape.ts'
import { batchText } from '#kernel/db/commit/batch-statement.ts'
import { commit, guard, insert, ref, update } from '#kernel/db/commit/commit.ts'
import { rememberUniqueKeys } from '#kernel/db/commit/unique-keys.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { applySettings, sessions } from '#kernel/db/session-settings.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { claimFairly } from '#kernel/work/delivery-claim.ts'
import { worksDue } from '#kernel/work/due-list.ts'
import { type DueWork, runDueWorkOnce } from '#kernel/work/due-work.ts'
import { findVisitRows } from '../../src/acquiring/checkout/store.ts'
import { findEmailToSend } from '../../src/acquiring/emails/store.ts'
import { findLinkUse } from '../../src/acquiring/links/store.ts'
import { findNotification } from '../../src/acquiring/notifications/store.ts'
import { findOrderById } from '../../src/acquiring/orders/store.ts'
import { getTransaction, transactionsOf } from '../../src/acquiring/payments/store.ts'
import { findCardById, findShopper } from '../../src/acquiring/shoppers/store.ts'
import { velocityLimits } from '../../src/acquiring/velocity/limits.ts'
import { countBegun, countEnded } from '../../src/acquiring/velocity/store.ts'
import { findCards } from '../../src/core/vault/store.ts'
import { now, openCounters } from '../world/counter-tables.ts'
import { copyOfTemplate } from '../world/database.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { warmDatabase } from '../world/warm-database.ts'

const byId = [
  findVisitRows,
  findEmailToSend,
  findLinkUse,
  findNotification,
  findOrderById,
  getTransaction,
  transactionsOf,
  findCardById,
  findShopper,
] as ((db: Db, id: bigint) => Promise<unknown>)[]
const byToken = (db: Db, id: bigint) => findCards(db, [{ merchantId: id, token: randomUUID() }] as never)

/** Tests plan nothing for single calls, and a program does. */
async function plannedAsShipped(): Promise<{ url: string; superuser: pg.Client }> {
  const url = await copyOfTemplate()
  const superuser = await connectAsSuperuser(url)
  await superuser.query(`alter database ${new URL(url).pathname.slice(1)} set plan_cache_mode = auto`)
  return { url, superuser }
}

const transition = {
  action: 'approve',
  from_status: null,
  to_status: 'authorized',
  minor: null,
  occurred_at: now,
} as const

/** Of two rows, or of three. */
const writeList = (db: Db, id: bigint) => {
  const rows = [1n, 2n, 3n]
    .slice(Number(id % 2n))
    .map((nth) => ({ ...transition, payment_id: (3n * id + nth) as PaymentId }))
  return commit({ db, react: async () => [] }, now, [insert('payments.payment_transitions', rows)])
}

/** Of a table with many columns, most of which have one value in all rows. */
const writeWideList = (db: Db, id: bigint) => {
  const rows = [1n, 2n, 3n]
    .slice(Number(id % 2n))
    .map((nth) => ({ ...presentment, id: randomUUID(), presentment_id: `presentment ${id} ${nth}` }))
  return commit({ db, react: async () => [] }, now, [insert('spending.presentments', rows)])
}

const presentment = {
  transaction_id: randomUUID() as TransactionId,
  kind: 'clearing',
  acquirer_id: '400001',
  digest: Buffer.alloc(32),
  minor: 100n,
  owed_minor: 0n,
  merchant_minor: 100n,
  merchant_currency: 'EUR',
  markup_minor: 0n,
  is_converted: false,
  rate: null,
  sequence_number: null,
  sequence_of: null,
  booked_at: now,
} as const

test('a read by key, and a commit with a list of any length, are planned once for a connection, and not for each call', async () => {
  const { url } = await plannedAsShipped()
  await expectPlannedOnce(openDb(url, { role: 'florin_app', connectionsMax: 1 }), [writeList, writeWideList])
  await expectPlannedOnce(openDb(url, { role: 'florin_app', connectionsMax: 1 }), byId)
  await expectPlannedOnce(openDb(url, { role: 'florin_vault', connectionsMax: 1 }), [byToken])
})

test('attempts with typed cards are counted by statements that are planned once, and by rows that change in place', async () => {
  const { url, superuser } = await plannedAsShipped()
  await superuser.query(`insert into velocity.counts (key, begun, approved, declined, free, window_ms, counted_at)
    select 'order ' || -n, 1, 1, 0, 10, 3600000, now() from generate_series(1, 20000) as n`)
  await superuser.query('vacuum analyze velocity.counts, velocity.attempts')
  const db = openDb(url, { role: 'florin_app', connectionsMax: 1 })
  const begin = async (_: Db, id: bigint) => {
    const counted = [{ kind: 'order', subject: `${id}` } as const, { kind: 'site', subject: '10001' } as const]
    await countBegun(db, now, [{ id: attemptOf(id), counted }], velocityLimits)
  }
  const end = (_: Db, id: bigint) => countEnded(db, now, [{ id: attemptOf(id), outcome: 'approved' }])
  await expectPlannedOnce(db, [begin, end])
  const indexed = await db.run(
    `select indexname as name from pg_indexes where schemaname = 'velocity' and tablename in ('attempts', 'counts') order by 1`,
    [],
  )
  expect(indexed).toEqual([{ name: 'attempts_pkey' }, { name: 'counts_pkey' }])
})

const attemptOf = (id: bigint) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`

async function expectPlannedOnce(db: Db, reads: typeof byId): Promise<void> {
  onTestFinished(() => db.close())
  for (const read of reads) for (let id = 1n; id <= 12n; id++) await read(db, id).catch(() => undefined)
  const prepared = `select statement, custom_plans > 5 as again from pg_prepared_statements where generic_plans + custom_plans > 5`
  const plans = [...(await db.run(prepared, [])), ...(await db.runByKeys(prepared, []))]
  expect(plans).toHaveLength(reads.length)
  expect(plans.filter(({ again }) => again)).toEqual([])
}

test('a claim of deliveries is planned once for a connection, and not for what is due at the moment', async () => {
  const db = openDb(await warmDatabase(), { role: 'florin_app', connectionsMax: 1 })
  onTestFinished(() => db.close())
  const clock = { now: () => now, wall: () => now }
  const how = { leaseMs: 1, ownerColumn: 'site_id', perOwnerMax: 9, returning: 'id', keep: () => undefined }
  const { claim } = claimFairly({ db, clock }, 'notifications.notifications', how)
  for (let round = 0; round < 12; round++) await claim(9)
  const plans = await db.runByKeys(
    `select custom_plans as again from pg_prepared_statements where statement like '%as next%returning id'`,
    [],
  )
  expect(plans).toEqual([{ again: 0n }])
})

/** They have a row for each connector, and for each kind of housekeeping. */
const withoutIndex = ['cursors', 'scheduled_tasks']

test('whether anything is due is read from the beginning of an index of due times, for every table with due work', async () => {
  const db = openDb(await warmDatabase(), { role: 'florin_app', connectionsMax: 1 })
  onTestFinished(() => db.close())
  const tables = await db.run(
    `select format('%s.%s', table_schema, table_name) as name from information_schema.columns
     where column_name in ('due_at', 'leased_until') group by 1 having count(*) = 2`,
    [],
  )
  const works = tables.map(({ name }) => ({ name, table: name })) as unknown as DueWork[]
  expect(works.length).toBeGreaterThan(20)
  await runDueWorkOnce(works, silentLog, { db, clock: { now: () => now, wall: () => now } })
  await worksDue(db, works, now)
  const asked = `select name, cardinality(parameter_types) as values from pg_prepared_statements where statement like 'select array[%'`
  const prepared = await db.runByKeys(asked, [])
  expect(prepared).toHaveLength(2)
  for (const { name, values } of prepared) {
    const places = Array(Number(values)).fill('null').join(', ')
    const [row] = await db.runByKeys(`explain (format json) execute "${name}"(${places})`, [])
    const scans = scansOf((row!['QUERY PLAN'] as [{ Plan: Scan }])[0].Plan)
    expect(scans).toHaveLength(works.length)
    const others = scans.filter((scan) => !scan['Index Cond']?.includes('due_at'))
    expect(others.map((scan) => scan['Relation Name'])).toEqual(withoutIndex)
  }
})

test('no batch reads a whole table or a whole index, whether it is planned for no, for five or for 200,000 rows', async () => {
  const { url, db } = await openCounters()
  onTestFinished(() => db.close())
  const as = ref('counter')
  const writes = [
    insert('laws.counters', { name: 'a', owner: 'ada' }, { as, onDuplicate: { one_counter_of_a_name: 'stale' } }),
    insert('laws.entries', { counter_id: as, metal: 'tin' }),
    update('laws.counters', { set: { sips: 1n }, where: { id: 1n, version: 1 } }),
    guard('laws.counters', { id: 2n, version: 1 }),
  ]
  const known = { types: await db.columnTypes(), keys: await rememberUniqueKeys(db.run)() }
  const { text, columns } = batchText(undefined, rowWritesOf({ now, writes }), known)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await applySettings(client, sessions.batches)
  onTestFinished(() => client.end())
  const scansOfCounters = async () => {
    await client.query(`prepare batch as ${text}`)
    const { rows } = await client.query(`explain (format json) execute batch(2${', null'.repeat(columns.length)})`)
    await client.query('deallocate batch')
    return scansOf(rows[0]['QUERY PLAN'][0].Plan).filter((scan) => scan['Relation Name'] === 'counters')
  }
  const scans = await scansOfCounters()
  for (const [from, to] of [
    [1, 5],
    [6, 200_000],
  ]) {
    const filled = `insert into laws.counters (name, owner) select 'cup ' || n, 'bob' from generate_series($1::int, $2) n`
    await client.query(filled, [from, to])
    await client.query('vacuum analyze laws.counters')
    scans.push(...(await scansOfCounters()))
  }
  expect(scans.length).toBeGreaterThanOrEqual(12)
  expect(scans.filter((scan) => !scan['Index Cond'])).toEqual([])
})

type Scan = { Plans?: Scan[]; 'Node Type': string; 'Relation Name'?: string; 'Index Cond'?: string }

const scansOf = (node: Scan): Scan[] => [
  ...(node['Node Type'].endsWith('Scan') ? [node] : []),
  ...(node.Plans ?? []).flatMap(scansOf),
]
