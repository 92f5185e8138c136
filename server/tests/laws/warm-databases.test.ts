import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '#kernel/db/db.ts'
import { freshDatabases, spendFresh } from '../world/budget.ts'
import { copyOfTemplate } from '../world/database.ts'
import { makePaymentsFixture } from '../world/payments-fixture.ts'
import { learnFresh } from '../world/reset.ts'
import { takeWarmDatabase } from '../world/warm-database.ts'

freshDatabases({ atMost: 10, because: 'fresh databases are what is compared' })

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Every row of every table and the position of every sequence, by other queries than those of a reset. */
async function contentsOf(client: pg.Client): Promise<Record<string, unknown>> {
  const { rows: names } = await client.query<{ name: string; kind: string }>(`
    select c.oid::regclass::text as name, c.relkind as kind from pg_class c
     where c.relkind in ('r', 'p', 'm', 'S') and c.oid >= 16384 order by 1`)
  const contents: Record<string, unknown> = {}
  for (const { name, kind } of names) {
    const what = kind === 'S' ? `select last_value, is_called from ${name}` : `select * from ${name}`
    const { rows } = await client.query<{ all: string }>(
      `select coalesce(string_agg(t::text, ' ' order by t::text), '') as all from (${what}) as t`,
    )
    contents[name] = rows[0]!.all
  }
  return contents
}

/** A value of each type that nothing in the migrations has put anywhere. */
const planted = `case when t.typcategory = 'B' then 'false' when t.typcategory = 'N' then '777'
  when t.typcategory = 'D' then 'now()' when t.typcategory = 'A' or t.typname like 'json%' then quote_literal('{}')
  when t.typcategory = 'R' then quote_literal('[7,8)') when t.typname = 'uuid' then 'gen_random_uuid()' when t.typname = 'time' then quote_literal('10:00')
  else quote_literal('7') end`

/** A row in every table, ignoring its constraints, and a number from every sequence. Returns the tables. */
async function plantEverywhere(client: pg.Client): Promise<string[]> {
  await client.query('set session_replication_role = replica')
  const { rows: checks } = await client.query<{ drop: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop
      from pg_constraint where contype = 'c' and conrelid <> 0 and oid >= 16384`)
  for (const { drop } of checks) await client.query(drop)
  const { rows: tables } = await client.query<{ name: string; columns: string; values: string }>(`
    select a.attrelid::regclass::text as name, string_agg(quote_ident(a.attname), ', ') as columns,
           string_agg(${planted}, ', ') as values
      from pg_attribute a join pg_type t on t.oid = a.atttypid join pg_class c on c.oid = a.attrelid
     where c.relkind = 'r' and c.oid >= 16384 and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' group by 1`)
  for (const { name, columns, values } of tables)
    await client.query(`insert into ${name} (${columns}) overriding system value values (${values})`)
  await client.query(`select nextval(oid::regclass) from pg_class where relkind = 'S' and oid >= 16384`)
  return tables.map(({ name }) => name)
}

test('a reset leaves of every table and every sequence what a fresh database holds', async () => {
  const [used, fresh] = [await connect(await copyOfTemplate()), await connect(await copyOfTemplate())]
  const untouched = await contentsOf(fresh)
  const tables = await plantEverywhere(used)
  const before = await contentsOf(used)
  const same = Object.keys(untouched).filter((name) => before[name] === untouched[name])
  expect([same, tables.length > 30]).toEqual([[], true])

  await (await learnFresh(fresh)).putBack(used)

  expect(await contentsOf(used)).toEqual(untouched)
})

test('a warm database that was worked with is as a fresh one for the next test', async () => {
  const warm = await takeWarmDatabase()
  const db = warm.open(warm.url, { role: 'florin_app' })
  await db.run(`insert into directory.merchants (name, created_at) values ('Crumb', now())`, [])
  await warm.query('update florin.clock set version = version + 7')
  await warm.release()
  const again = await takeWarmDatabase()
  onTestFinished(again.release)
  expect(again.url).toBe(warm.url)
  expect(await contentsOf(await connect(again.url))).toEqual(await contentsOf(await connect(await copyOfTemplate())))
})

test('a table that had thousands of rows leaves no empty pages to the next test, which would read them all', async () => {
  const warm = await takeWarmDatabase()
  await warm.query(
    `insert into directory.merchants (name, created_at) select 'Crumb', now() from generate_series(1, 3000)`,
  )
  await warm.release()
  const again = await takeWarmDatabase()
  onTestFinished(again.release)
  expect(await again.query(`select pg_relation_size('directory.merchants') as bytes`)).toEqual([{ bytes: 0n }])
})

test.each([
  ['a table', 'create table orders.forgotten (id integer)'],
  ['a trigger', 'drop trigger append_only on ledger.lines'],
  ['an index', 'drop index payments.paid_once'],
  ['a function', `create or replace function florin.refuse_change() returns trigger language plpgsql as 'begin end'`],
])('a warm database in which %s was changed is not used again', async (_what, statement) => {
  const client = await connect(await copyOfTemplate())
  const { reset } = await learnFresh(client)
  expect(await reset()).toBe(true)
  await client.query(statement)
  expect(await reset()).toBe(false)
})

test('an application that was closed cannot reach the database of the next', async () => {
  const fixture = await makePaymentsFixture()
  const { db } = fixture.world.app
  await fixture.world[Symbol.asyncDispose]()
  expect(() => db.read).toThrow('closed')
  await expect(db.run('select 1', [])).rejects.toThrow('closed')
})

test('a database with a client still at work is not used again', async () => {
  const url = await copyOfTemplate()
  const { reset } = await learnFresh(await connect(url), { looks: 20 })
  const busy = await connect(url)
  await busy.query('begin')
  expect(await reset()).toBe(false)
  await busy.query('commit')
  const idle = openDb(url, { role: 'florin_app', connectionsMax: 2 })
  onTestFinished(() => idle.close())
  await idle.run('select 1', [])
  expect(await reset()).toBe(true)
})

test('a file that opens more fresh databases than its budget gets an error that says what to do', () => {
  const [plain, generous] = ['a plain file', 'a file with a budget']
  freshDatabases({ atMost: 6, because: 'it says so' }, generous)
  for (let count = 1; count <= 4; count++) spendFresh(plain)
  for (let count = 1; count <= 6; count++) spendFresh(generous)
  expect(() => spendFresh(plain)).toThrow(/opens more than the 4 fresh databases it may\. Use a warm one/)
  expect(() => spendFresh(generous)).toThrow(/opens more than the 6 fresh databases it may\. Use a warm one/)
})
