import type { Generated } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  AlreadyThere,
  announce,
  anyOf,
  atLeast,
  commit,
  decide,
  increase,
  insert,
  type React,
  ref,
  StaleWrite,
  update,
  type Write,
} from '#kernel/commit.ts'
import { type Db, openDb } from '#kernel/db.ts'
import { copyOfTemplate } from '../world/database.ts'
import { holdLocks } from '../world/locks.ts'

/** Two tables of this file's own: what the kernel promises, it promises for every table. */
declare module '#kernel/schema.ts' {
  interface Schema {
    'laws.cups': {
      id: Generated<bigint>
      name: string
      owner: string
      version: Generated<number>
      sips: Generated<bigint>
    }
    'laws.spoons': { id: Generated<bigint>; cup_id: bigint | null; metal: string }
  }
}
declare module '#kernel/events.ts' {
  interface Events {
    cupFilled: { body: { with: string }; subject: string }
    cupEmptied: { body: { by: string }; subject: string }
  }
}

const now = Temporal.Instant.from('2026-05-04T10:00:00Z')
let url: string
let db: Db
const nobodyReacts: React = async () => []

beforeAll(async () => {
  url = await copyOfTemplate()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`
    create schema laws;
    grant usage on schema laws to florin_app;
    create table laws.cups (
      id      bigint generated always as identity primary key,
      name    text not null constraint one_cup_of_a_name unique,
      owner   text not null,
      version integer not null default 1,
      sips    bigint not null default 0
    );
    create table laws.spoons (
      id     bigint generated always as identity primary key,
      cup_id bigint references laws.cups,
      metal  text not null
    );
    grant select, insert, update on laws.cups, laws.spoons to florin_app;`)
  await client.end()
  db = openDb(url, { role: 'florin_app' })
})
afterAll(() => db.close())

const write = (...writes: Write[]) => commit({ db, react: nobodyReacts }, now, writes)
const cup = (name: string) => insert('laws.cups', { name, owner: 'ada' })

async function newCup(name: string) {
  const as = ref('cup')
  const ids = await write(insert('laws.cups', { name, owner: 'ada' }, { as }))
  return { id: ids(as), version: 1 }
}
const cupNamed = (name: string) =>
  db.read.selectFrom('laws.cups').selectAll().where('name', '=', name).executeTakeFirst()
const cupOf = (id: bigint) => db.read.selectFrom('laws.cups').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('everything of a commit becomes true together, and rows may point at rows that it inserts', async () => {
  const as = ref('the cup')
  const ids = await write(
    insert('laws.cups', { name: 'together', owner: 'ada' }, { as }),
    insert('laws.spoons', [
      { cup_id: as, metal: 'silver' },
      { cup_id: as, metal: 'tin' },
    ]),
  )
  const spoons = await db.read.selectFrom('laws.spoons').selectAll().where('cup_id', '=', ids(as)).execute()
  expect(spoons.map(({ metal }) => metal)).toEqual(['silver', 'tin'])
  expect((await cupNamed('together'))?.id).toBe(ids(as))
})

test('a commit of nothing writes nothing, and knows no ids', async () => {
  const ids = await write()
  expect(() => ids(ref('the cup'))).toThrow('nothing was inserted as the cup')
})

test('a commit gives only ids of what it inserted itself', async () => {
  const ids = await write(cup('only-its-own'))
  expect(() => ids(ref('somebody else'))).toThrow('nothing was inserted as somebody else')
  await expect(write(insert('laws.spoons', { cup_id: ref('somebody else'), metal: 'tin' }))).rejects.toThrow(
    'nothing in this commit inserts somebody else',
  )
})

test('when one row has changed meanwhile the commit is stale, and nothing of it is written', async () => {
  const { id } = await newCup('changed-meanwhile')
  const stale = write(
    cup('never-1'),
    update('laws.cups', { set: { owner: 'bob', version: 3 }, where: { id, version: 2 } }),
  )
  await expect(stale).rejects.toBeInstanceOf(StaleWrite)
  expect(await cupNamed('never-1')).toBeUndefined()
  expect((await cupOf(id)).owner).toBe('ada')
})

test('when a change meets more rows than it meant, nothing is written', async () => {
  const [a, b] = [await newCup('many-a'), await newCup('many-b')]
  const ids = anyOf([a.id, b.id])
  await expect(write(update('laws.cups', { set: { owner: 'bob' }, where: { id: ids } }))).rejects.toBeInstanceOf(
    StaleWrite,
  )
  expect((await cupOf(a.id)).owner).toBe('ada')
  await write(update('laws.cups', { set: { owner: 'bob' }, where: { id: ids }, expect: 2 }))
  expect([(await cupOf(a.id)).owner, (await cupOf(b.id)).owner]).toEqual(['bob', 'bob'])
})

test('a second row with one natural key is refused by the name of the rule, and nothing is written', async () => {
  await newCup('twice')
  const again = write(insert('laws.spoons', { cup_id: null, metal: 'of the second' }), cup('twice'))
  await expect(again).rejects.toBeInstanceOf(AlreadyThere)
  await expect(again).rejects.toMatchObject({ constraint: 'one_cup_of_a_name' })
  const spoons = await db.read.selectFrom('laws.spoons').selectAll().where('metal', '=', 'of the second').execute()
  expect(spoons).toEqual([])
})

test('any other trouble of the database goes on as it is, and nothing is written', async () => {
  const wrong = write(cup('never-2'), insert('laws.spoons', { cup_id: 10n ** 12n, metal: 'tin' }))
  await expect(wrong).rejects.toMatchObject({ code: '23503' })
  expect(await cupNamed('never-2')).toBeUndefined()
})

test('what is there already may be left as it is or changed, as the write says', async () => {
  const { id } = await newCup('there-already')
  const insertAgain = (owner: string, set: 'owner'[]) =>
    insert('laws.cups', { name: 'there-already', owner }, { as, orElse: { conflict: ['name'], set: ['name', ...set] } })
  const as = ref('cup')
  await write(insert('laws.cups', { name: 'there-already', owner: 'eve' }, { orElse: { conflict: ['name'], set: [] } }))
  expect((await cupOf(id)).owner).toBe('ada')
  expect((await write(insertAgain('eve', [])))(as)).toBe(id)
  expect((await cupOf(id)).owner).toBe('ada')
  expect((await write(insertAgain('bob', ['owner'])))(as)).toBe(id)
  expect((await cupOf(id)).owner).toBe('bob')
})

test('one commit that changes a row twice is a bug and is refused before it is sent', async () => {
  const { id } = await newCup('twice-changed')
  const first = update('laws.cups', { set: { owner: 'bob' }, where: { id, version: 1 } })
  const twice = [
    [first, first],
    [first, update('laws.cups', { set: { sips: 1n }, where: { id } })],
    [first, update('laws.cups', { set: { sips: 1n }, where: { id: anyOf([id, 7n]) }, expect: 2 })],
  ]
  for (const writes of twice) await expect(write(...writes)).rejects.toThrow('changes a row twice')
  const { owner, sips } = await cupOf(id)
  expect({ owner, sips }).toEqual({ owner: 'ada', sips: 0n })
})

test('rows without an id count as the same when their names are the same, whatever state they must be in', async () => {
  await newCup('same-name')
  const sip = (by: bigint, enough: object) =>
    update('laws.cups', { set: { sips: increase(by) }, where: { name: 'same-name', ...enough } })
  await expect(write(sip(2n, {}), sip(-1n, { sips: atLeast(1n) }))).rejects.toThrow('changes a row twice')
})

test('a counter is raised and lowered by the database, and not below what a change demands', async () => {
  const { id } = await newCup('counted')
  const change = (by: bigint, atLeastSips: bigint) =>
    write(update('laws.cups', { set: { sips: increase(by) }, where: { id, sips: atLeast(atLeastSips) } }))
  await change(3n, 0n)
  await change(-2n, 2n)
  await expect(change(-2n, 2n)).rejects.toBeInstanceOf(StaleWrite)
  expect((await cupOf(id)).sips).toBe(1n)
})

test('an announced event is in the outbox, and what the house does about it is in the same commit', async () => {
  const { id } = await newCup('reacted-to')
  const react: React = async ({ event, subject }) => {
    if (event === 'cupEmptied') return [insert('laws.spoons', { cup_id: id, metal: `of ${subject}` })]
    return [filledAgain('second hand')]
  }
  const filledAgain = (by: string) => announce('cupEmptied', { siteId: 7, subjectId: id, body: { by }, subject: by })
  await commit({ db, react }, now, [
    announce('cupFilled', { siteId: 7, subjectId: id, body: { with: 'tea' }, subject: 'ada' }),
  ])
  const events = await db.read
    .selectFrom('outbox.events')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { name: 'cupFilled', site_id: 7, subject_type: 'cup', body: { with: 'tea' }, occurred_at: now },
    { name: 'cupEmptied', site_id: 7, subject_type: 'cup', body: { by: 'second hand' }, occurred_at: now },
  ])
  const spoons = await db.read.selectFrom('laws.spoons').select('metal').where('cup_id', '=', id).execute()
  expect(spoons).toEqual([{ metal: 'of second hand' }])
})

test('an event may be about a row of the same commit', async () => {
  const as = ref('cup')
  const ids = await write(
    insert('laws.cups', { name: 'about-a-new-one', owner: 'ada' }, { as }),
    announce('cupFilled', { siteId: undefined, subjectId: as, body: { with: 'milk' }, subject: 'ada' }),
  )
  const events = await db.read.selectFrom('outbox.events').selectAll().where('subject_id', '=', ids(as)).execute()
  expect(events).toMatchObject([{ name: 'cupFilled', site_id: null }])
})

test('when a reaction cannot be carried out, what it reacts to has not happened', async () => {
  await newCup('in-the-way')
  const react: React = async () => [cup('in-the-way')]
  const filled = announce('cupFilled', { siteId: 7, subjectId: 99n, body: { with: 'tea' }, subject: 'ada' })
  await expect(commit({ db, react }, now, [cup('never-3'), filled])).rejects.toBeInstanceOf(AlreadyThere)
  expect(await cupNamed('never-3')).toBeUndefined()
  expect(await db.read.selectFrom('outbox.events').selectAll().where('subject_id', '=', 99n).execute()).toEqual([])
})

test('reactions that go in a circle are stopped', async () => {
  const again = announce('cupFilled', { siteId: 7, subjectId: 98n, body: { with: 'tea' }, subject: 'ada' })
  await expect(commit({ db, react: async () => [again] }, now, [again])).rejects.toThrow('in a circle')
})

test('a write that points at several new rows at once is a bug and is refused before it is sent', async () => {
  const as = ref('cups')
  const two = insert(
    'laws.cups',
    [
      { name: 'x', owner: 'ada' },
      { name: 'y', owner: 'ada' },
    ],
    { as },
  )
  await expect(write(two)).rejects.toThrow('cups cannot stand for 2 rows')
})

test.for([10, 25])('%i who decide about one row at once all take effect, each exactly once', async (crowd) => {
  const crowded = openDb(url, { role: 'florin_app', connectionsMax: crowd })
  onTestFinished(() => crowded.close())
  const { id } = await newCup(`crowd of ${crowd}`)
  const { holdRow, untilWaiting } = holdLocks(url)
  const row = await holdRow('laws.cups', id)
  let decisions = 0
  const sips = Array.from({ length: crowd }, () =>
    decide(async () => {
      decisions++
      const { version, sips } = await cupOf(id)
      const change = update('laws.cups', { set: { sips: sips + 1n, version: version + 1 }, where: { id, version } })
      await commit({ db: crowded, react: nobodyReacts }, now, [change])
    }),
  )
  await untilWaiting(crowd)
  expect(decisions).toBe(crowd)
  await row.release()
  await Promise.all(sips)
  expect(await cupOf(id)).toMatchObject({ sips: BigInt(crowd), version: crowd + 1 })
  expect(decisions).toBeGreaterThan(crowd)
})

test('who decides on what is stale for ever is told so in the end', async () => {
  const { id } = await newCup('stale-for-ever')
  let tries = 0
  const never = decide(async () => {
    tries++
    await write(update('laws.cups', { set: { owner: 'bob' }, where: { id, version: 0 } }))
  })
  await expect(never).rejects.toBeInstanceOf(StaleWrite)
  expect(tries).toBe(30)
})

test('a refusal, or any other trouble, is not decided again', async () => {
  let tries = 0
  const refused = decide(async () => {
    tries++
    throw new Error('no')
  })
  await expect(refused).rejects.toThrow('no')
  expect(tries).toBe(1)
})

test('two commits that want the same rows in opposite order do not lose one another', async () => {
  const [a, b] = [await newCup('cross-a'), await newCup('cross-b')]
  const sip = (id: bigint) => update('laws.cups', { set: { sips: increase(1n) }, where: { id } })
  const { holdRow, untilWaiting } = holdLocks(url)
  const held = [await holdRow('laws.cups', a.id), await holdRow('laws.cups', b.id)]
  const crossed = [decide(() => write(sip(a.id), sip(b.id))), decide(() => write(sip(b.id), sip(a.id)))]
  await untilWaiting(2)
  for (const row of held) await row.release()
  await Promise.all(crossed)
  expect([(await cupOf(a.id)).sips, (await cupOf(b.id)).sips]).toEqual([2n, 2n])
})

test('a snapshot sees one moment, whatever is written meanwhile, and cannot write', async () => {
  const { id } = await newCup('in-a-snapshot')
  const read = await db.snapshot(async (moment) => {
    const before = await moment.run('select sips from laws.cups where id = $1', [id])
    await write(update('laws.cups', { set: { sips: 9n }, where: { id } }))
    const after = await moment.read.selectFrom('laws.cups').select('sips').where('id', '=', id).execute()
    return [...before, ...after]
  })
  expect(read).toEqual([{ sips: 0n }, { sips: 0n }])
  expect((await cupOf(id)).sips).toBe(9n)
  const writing = db.snapshot((moment) => moment.run('update laws.cups set sips = 1 where id = $1', [id]))
  await expect(writing).rejects.toMatchObject({ code: '25006' })
})
