import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#database/migrate.ts'
import { freshDatabases } from '../world/budget.ts'
import { emptyDatabase } from '../world/database.ts'

freshDatabases({ atMost: 15, because: 'each test migrates an empty database' })

const first = { '0001-first.sql': 'create schema shop; create table shop.cups (id int);' }
const both = { ...first, '0002-second.sql': 'insert into shop.cups values (1);' }

test('migrations are applied in order, each once, and are remembered', async () => {
  const database = await freshDatabase()
  expect(await database.migrate(both)).toEqual(['0001-first.sql', '0002-second.sql'])
  expect(await database.migrate(both)).toEqual([])
  expect(await database.migrate({ ...both, '0007-third.sql': 'insert into shop.cups values (2);' })).toEqual([
    '0007-third.sql',
  ])
  expect(await database.ask('select number, name from florin.migrations order by number')).toEqual([
    { number: 1, name: '0001-first.sql' },
    { number: 2, name: '0002-second.sql' },
    { number: 7, name: '0007-third.sql' },
  ])
  expect(await database.ask('select id from shop.cups order by id')).toEqual([{ id: 1 }, { id: 2 }])
})

test('ten programs that start at once apply each migration once between them', async () => {
  const database = await freshDatabase()
  const applied = await Promise.all(Array.from({ length: 10 }, () => database.migrate(both)))
  expect(applied.flat().sort()).toEqual(['0001-first.sql', '0002-second.sql'])
  expect(await database.ask('select id from shop.cups')).toEqual([{ id: 1 }])
})

test('a program waits while another one migrates, and then finds nothing left to do', async () => {
  const database = await freshDatabase()
  const gate = await database.connect()
  await gate.query('create table public.gate ()')
  await gate.query('begin; lock table public.gate')
  const slow = { '0001-first.sql': `lock table public.gate; ${first['0001-first.sql']}` }
  const runs = [database.migrate(slow), database.migrate(slow)]
  await database.untilWaiting(1)
  await gate.query('commit')
  expect((await Promise.all(runs)).flat()).toEqual(['0001-first.sql'])
})

test('a migration that fails leaves nothing of itself, keeps those before it, and says where', async () => {
  const database = await freshDatabase()
  const broken = { ...first, '0002-second.sql': 'create table shop.saucers ();\ncreate table shop.nowhere.at_all ();' }
  await expect(database.migrate(broken)).rejects.toThrow(/^0002-second.sql, line 2, failed: /)
  expect(await database.ask('select name from florin.migrations')).toEqual([{ name: '0001-first.sql' }])
  expect(await database.ask(`select to_regclass('shop.saucers') as saucers`)).toEqual([{ saucers: null }])
  expect(await database.migrate(both)).toEqual(['0002-second.sql'])
})

test('indexes are built beside those who write, and one that was broken off is built anew', async () => {
  const database = await freshDatabase()
  const index = 'create unique index concurrently if not exists one_cup on shop.cups (id);'
  const files = { ...first, '0002-index.sql': `-- without a transaction\n-- Cups are found.\n${index}\n` }
  await database.migrate(first)
  // Two cups have one number: the index stays behind unfinished.
  await database.ask('insert into shop.cups values (1), (1)')
  await expect(database.migrate(files)).rejects.toThrow(/^0002-index.sql failed: could not create unique index/)
  const valid = `select indisvalid as valid from pg_index where indexrelid = to_regclass('shop.one_cup')`
  expect(await database.ask(valid)).toEqual([{ valid: false }])
  await database.ask('truncate shop.cups')
  // Somebody writes meanwhile, and another program waits for its turn.
  const writer = await database.connect()
  await writer.query('begin; insert into shop.cups values (2)')
  const runs = [database.migrate(files), database.migrate(files)]
  await database.untilWaiting(1)
  await writer.query('commit')
  expect((await Promise.all(runs)).flat()).toEqual(['0002-index.sql'])
  expect(await database.ask(valid)).toEqual([{ valid: true }])

  // A table that was partitioned meanwhile gets it in each of its partitions.
  await database.ask(`create table shop.plates (id int) partition by range (id);
    create table shop.plates_1 partition of shop.plates for values from (0) to (9);
    create table shop.plates_default partition of shop.plates default; insert into shop.plates values (1), (10)`)
  const plates =
    '-- without a transaction\ncreate unique index concurrently if not exists one_plate on shop.plates (id);'
  expect(await database.migrate({ ...files, '0003-plates.sql': plates })).toEqual(['0003-plates.sql'])
  expect(await database.ask(valid.replace('one_cup', 'one_plate'))).toEqual([{ valid: true }])

  const more = {
    ...files,
    '0003-plates.sql': plates,
    '0004-more.sql': '-- without a transaction\ndelete from shop.cups;',
  }
  await expect(database.migrate(more)).rejects.toThrow(/^0004-more.sql failed: without a transaction it may only hold/)
})

test('a column is filled some rows at a time while others write, and a filling that was broken off goes on', async () => {
  const database = await freshDatabase()
  const filling = `
    alter table shop.cups add column size integer;
    create procedure shop.fill() language plpgsql as $$ begin
      for cup in 1..3 loop
        if exists (select from shop.cups where id = -cup) then raise exception 'cup % is broken', cup; end if;
        update shop.cups set size = 7 where id = cup and size is null;
        commit;
      end loop;
    end $$;`
  const files = { ...first, '0002-size.sql': filling, '0003-fill.sql': '-- without a transaction\ncall shop.fill();\n' }
  await database.migrate(first)
  await database.ask('insert into shop.cups values (1), (2), (3), (-2)')
  await expect(database.migrate(files)).rejects.toThrow(/^0003-fill.sql failed: cup 2 is broken/)
  const sizes = 'select size from shop.cups where id > 0 order by id'
  expect(await database.ask(sizes)).toEqual([{ size: 7 }, { size: null }, { size: null }])
  await database.ask('delete from shop.cups where id < 0')
  expect(await database.migrate(files)).toEqual(['0003-fill.sql'])
  expect(await database.ask(sizes)).toEqual([{ size: 7 }, { size: 7 }, { size: 7 }])
  expect(await database.ask(`select to_regprocedure('shop.fill()') as left`)).toEqual([{ left: null }])
})

test('a migration may not end the transaction it runs in', async () => {
  const database = await freshDatabase()
  const bold = { '0001-first.sql': 'create schema shop; commit; begin;' }
  await expect(database.migrate(bold)).rejects.toThrow('0001-first.sql failed: it ends its own transaction')
})

test.each([
  ['was changed', { ...both, '0001-first.sql': 'create schema other;' }, /^0001-first.sql .* has been changed since/],
  [
    'was renamed',
    { '0001-other.sql': first['0001-first.sql'], '0002-second.sql': both['0002-second.sql'] },
    /^0001-first/,
  ],
  ['is gone', { '0002-second.sql': both['0002-second.sql'] }, /^0001-first.sql .* the file is missing/],
  ['is unknown to an older program', first, /newer than this program: it has 0002-second.sql/],
])('nothing is done when an applied migration %s', async (_, files, complaint) => {
  const database = await freshDatabase()
  await database.migrate(both)
  await expect(database.migrate(files)).rejects.toThrow(complaint)
  expect(await database.ask('select count(*)::int as applied from florin.migrations')).toEqual([{ applied: 2 }])
})

test('a migration cannot be slipped in behind one that is applied', async () => {
  const database = await freshDatabase()
  const later = { '0001-first.sql': first['0001-first.sql'], '0003-third.sql': 'select;' }
  await database.migrate(later)
  await expect(database.migrate({ ...later, '0002-late.sql': 'select;' })).rejects.toThrow(
    /^0002-late.sql comes before/,
  )
})

test('the same file with the line endings of another system is the same migration', async () => {
  const database = await freshDatabase()
  await database.migrate({ '0001-first.sql': 'create schema shop;\n-- the end\n' })
  expect(await database.migrate({ '0001-first.sql': 'create schema shop;\r\n-- the end\r\n' })).toEqual([])
})

test.each([
  ['two files have one number', { ...first, '0001-twin.sql': 'select;' }, /same number/],
  ['a file is not named like a migration', { ...first, 'fix.sql': 'select;' }, /fix.sql is not named like a migration/],
])('nothing is done when %s', async (_, files, complaint) => {
  const database = await freshDatabase()
  await expect(database.migrate(files)).rejects.toThrow(complaint)
  expect(await database.ask(`select to_regnamespace('florin') as florin`)).toEqual([{ florin: null }])
})

async function freshDatabase() {
  const url = await emptyDatabase()
  const connect = async () => {
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    return client
  }
  const asker = await connect()
  const ask = async (query: string): Promise<unknown[]> => (await asker.query(query)).rows
  return {
    connect,
    ask,
    migrate: async (files: Record<string, string>) => {
      const folder = await mkdtemp(join(tmpdir(), 'florin-migrations-'))
      try {
        for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
        return await migrate(url, { log: () => {}, folder })
      } finally {
        await rm(folder, { recursive: true })
      }
    },
    /** Returns when so many sessions of this database wait for a lock. */
    untilWaiting: async (count: number) => {
      const waiting = `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => ask(waiting)).toEqual([{ count }])
    },
  }
}
