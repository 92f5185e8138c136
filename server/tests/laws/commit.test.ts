import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Owner } from '#kernel/base/owner.ts'
import {
  announce,
  anyOf,
  atLeast,
  commit,
  DuplicateKey,
  increase,
  insert,
  type React,
  ref,
  StaleWrite,
  update,
} from '#kernel/db/commit/commit.ts'
import { counter, now, openCounters } from '../world/counter-tables.ts'

let counters: Awaited<ReturnType<typeof openCounters>>
beforeAll(async () => {
  counters = await openCounters()
})
afterAll(() => counters.db.close())

test('everything of a commit becomes true together, and rows may point at rows that it inserts', async () => {
  const as = ref('the cup')
  const ids = await counters.write(
    insert('laws.counters', { name: 'together', owner: 'ada' }, { as }),
    insert('laws.entries', [
      { counter_id: as, metal: 'silver' },
      { counter_id: as, metal: 'tin' },
    ]),
  )
  const entries = await counters.db.read
    .selectFrom('laws.entries')
    .selectAll()
    .where('counter_id', '=', ids(as))
    .execute()
  expect(entries.map(({ metal }) => metal)).toEqual(['silver', 'tin'])
  expect((await counters.counterNamed('together'))?.id).toBe(ids(as))
})

test('each row of a list has its own values, those that all have in common, and nothing where it has none', async () => {
  const { id } = await counters.newCounter('a-list')
  const entry = (metal: string, own: { counter_id: bigint | null; tags: string[] | null }) => ({ metal, ...own })
  const tags = ['shiny', 'of "two", \\ words']
  const lists = [
    // In common: everything, and nothing but what is not there.
    [entry('tin', { counter_id: id, tags: null }), entry('tin', { counter_id: id, tags: null })],
    // The first has a value, which is not that of those after it.
    [entry('iron', { counter_id: id, tags }), entry('zinc', { counter_id: null, tags: null })],
    [entry('lead', { counter_id: null, tags: null }), entry('gold', { counter_id: id, tags })],
    [entry('steel', { counter_id: id, tags }), entry('brass', { counter_id: id, tags })],
    [entry('cobalt', { counter_id: null, tags: [] })],
  ]
  const before = await counters.db.read.selectFrom('laws.entries').select('id').orderBy('id', 'desc').executeTakeFirst()
  for (const rows of lists) await counters.write(insert('laws.entries', rows))
  const written = await counters.db.read
    .selectFrom('laws.entries')
    .select(['metal', 'counter_id', 'tags'])
    .where('id', '>', before?.id ?? 0n)
    .orderBy('id')
    .execute()
  expect(written).toEqual(lists.flat())
})

test('a commit of nothing writes nothing, and knows no ids', async () => {
  const ids = await counters.write()
  expect(() => ids(ref('the cup'))).toThrow('nothing was inserted as the cup')
})

test('a commit returns only ids of what it inserted itself', async () => {
  const ids = await counters.write(counter('only-its-own'))
  expect(() => ids(ref('somebody else'))).toThrow('nothing was inserted as somebody else')
  await expect(
    counters.write(insert('laws.entries', { counter_id: ref('somebody else'), metal: 'tin' })),
  ).rejects.toThrow('nothing in this commit inserts somebody else')
})

test('when one row has changed meanwhile the commit is stale, and nothing of it is written', async () => {
  const { id } = await counters.newCounter('changed-meanwhile')
  const stale = counters.write(
    counter('never-1'),
    update('laws.counters', { set: { owner: 'bob', version: 3 }, where: { id, version: 2 } }),
  )
  await expect(stale).rejects.toBeInstanceOf(StaleWrite)
  expect(await counters.counterNamed('never-1')).toBeUndefined()
  expect((await counters.counterOf(id)).owner).toBe('ada')
})

test('when a change meets more rows than it meant, nothing is written', async () => {
  const [a, b] = [await counters.newCounter('many-a'), await counters.newCounter('many-b')]
  const ids = anyOf([a.id, b.id])
  await expect(
    counters.write(update('laws.counters', { set: { owner: 'bob' }, where: { id: ids } })),
  ).rejects.toBeInstanceOf(StaleWrite)
  expect((await counters.counterOf(a.id)).owner).toBe('ada')
  await counters.write(update('laws.counters', { set: { owner: 'bob' }, where: { id: ids }, expect: 2 }))
  expect([(await counters.counterOf(a.id)).owner, (await counters.counterOf(b.id)).owner]).toEqual(['bob', 'bob'])
})

test('a second row with one natural key is refused by the name of the rule, and nothing is written', async () => {
  await counters.newCounter('twice')
  const again = counters.write(insert('laws.entries', { counter_id: null, metal: 'of the second' }), counter('twice'))
  await expect(again).rejects.toBeInstanceOf(DuplicateKey)
  await expect(again).rejects.toMatchObject({ constraint: 'one_counter_of_a_name' })
  const entries = await counters.db.read
    .selectFrom('laws.entries')
    .selectAll()
    .where('metal', '=', 'of the second')
    .execute()
  expect(entries).toEqual([])
})

test('any other trouble of the database goes on as it is, and nothing is written', async () => {
  const wrong = counters.write(counter('never-2'), insert('laws.entries', { counter_id: 10n ** 12n, metal: 'tin' }))
  await expect(wrong).rejects.toMatchObject({ code: '23503' })
  expect(await counters.counterNamed('never-2')).toBeUndefined()
})

test('what is there already may be left as it is or changed, as the write says', async () => {
  const { id } = await counters.newCounter('there-already')
  const insertAgain = (owner: string, set: 'owner'[]) =>
    insert(
      'laws.counters',
      { name: 'there-already', owner },
      { as, orElse: { conflict: ['name'], set: ['name', ...set] } },
    )
  const as = ref('cup')
  await counters.write(
    insert('laws.counters', { name: 'there-already', owner: 'eve' }, { orElse: { conflict: ['name'], set: [] } }),
  )
  expect((await counters.counterOf(id)).owner).toBe('ada')
  expect((await counters.write(insertAgain('eve', [])))(as)).toBe(id)
  expect((await counters.counterOf(id)).owner).toBe('ada')
  expect((await counters.write(insertAgain('bob', ['owner'])))(as)).toBe(id)
  expect((await counters.counterOf(id)).owner).toBe('bob')
})

test('one commit that changes a row twice is a bug and is refused before it is sent', async () => {
  const { id } = await counters.newCounter('twice-changed')
  const first = update('laws.counters', { set: { owner: 'bob' }, where: { id, version: 1 } })
  const twice = [
    [first, first],
    [first, update('laws.counters', { set: { sips: 1n }, where: { id } })],
    [first, update('laws.counters', { set: { sips: 1n }, where: { id: anyOf([id, 7n]) }, expect: 2 })],
  ]
  for (const writes of twice) await expect(counters.write(...writes)).rejects.toThrow('changes a row twice')
  const { owner, sips } = await counters.counterOf(id)
  expect({ owner, sips }).toEqual({ owner: 'ada', sips: 0n })
})

test('rows without an id count as the same when their names are the same, whatever state they must be in', async () => {
  await counters.newCounter('same-name')
  const sip = (by: bigint, enough: object) =>
    update('laws.counters', { set: { sips: increase(by) }, where: { name: 'same-name', ...enough } })
  await expect(counters.write(sip(2n, {}), sip(-1n, { sips: atLeast(1n) }))).rejects.toThrow('changes a row twice')
})

test('a counter is raised and lowered by the database, and not below what a change demands', async () => {
  const { id } = await counters.newCounter('counted')
  const change = (by: bigint, atLeastSips: bigint) =>
    counters.write(update('laws.counters', { set: { sips: increase(by) }, where: { id, sips: atLeast(atLeastSips) } }))
  await change(3n, 0n)
  await change(-2n, 2n)
  await expect(change(-2n, 2n)).rejects.toBeInstanceOf(StaleWrite)
  expect((await counters.counterOf(id)).sips).toBe(1n)
})

const owner: Owner = { kind: 'holder', id: '5a1e' }
const ownerColumns = { owner_kind: 'holder', owner_id: '5a1e' }

test('an announced event is in the outbox, and the writes of its reactions are in the same commit', async () => {
  const { id } = await counters.newCounter('reacted-to')
  const react: React = async ({ event, subject }) => {
    if (event === 'counterEmptied') return [insert('laws.entries', { counter_id: id, metal: `of ${subject}` })]
    return [filledAgain('second hand')]
  }
  const filledAgain = (by: string) => announce('counterEmptied', { owner, subjectId: id, body: { by }, subject: by })
  await commit({ db: counters.db, react }, now, [
    announce('counterFilled', { owner, subjectId: id, body: { with: 'tea' }, subject: 'ada' }),
  ])
  const events = await counters.db.read
    .selectFrom('outbox.events')
    .selectAll()
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { name: 'counterFilled', ...ownerColumns, subject_type: 'counter', body: { with: 'tea' }, occurred_at: now },
    { name: 'counterEmptied', ...ownerColumns, subject_type: 'counter', body: { by: 'second hand' }, occurred_at: now },
  ])
  const entries = await counters.db.read
    .selectFrom('laws.entries')
    .select('metal')
    .where('counter_id', '=', id)
    .execute()
  expect(entries).toEqual([{ metal: 'of second hand' }])
})

test('an event may be about a row of the same commit', async () => {
  const as = ref('cup')
  const ids = await counters.write(
    insert('laws.counters', { name: 'about-a-new-one', owner: 'ada' }, { as }),
    announce('counterFilled', { owner, subjectId: as, body: { with: 'milk' }, subject: 'ada' }),
  )
  const events = await counters.db.read
    .selectFrom('outbox.events')
    .selectAll()
    .where('subject_id', '=', String(ids(as)))
    .execute()
  expect(events).toMatchObject([{ name: 'counterFilled', ...ownerColumns, subject_type: 'counter' }])
})

test('an event may be about something with a UUID or a prefixed id', async () => {
  const subjectIds = ['0b9d2c0e-4f0a-4f56-9c1b-1f6a3f0e7c11', 'topup_7f3a']
  for (const subjectId of subjectIds)
    await counters.write(announce('counterFilled', { owner, subjectId, body: { with: 'tea' }, subject: 'ada' }))
  const events = await counters.db.read
    .selectFrom('outbox.events')
    .select('subject_id')
    .where('subject_id', 'in', subjectIds)
    .orderBy('id')
    .execute()
  expect(events.map(({ subject_id }) => subject_id)).toEqual(subjectIds)
})

test('when a reaction cannot be carried out, what it reacts to has not happened', async () => {
  await counters.newCounter('in-the-way')
  const react: React = async () => [counter('in-the-way')]
  const filled = announce('counterFilled', { owner, subjectId: 99n, body: { with: 'tea' }, subject: 'ada' })
  await expect(commit({ db: counters.db, react }, now, [counter('never-3'), filled])).rejects.toBeInstanceOf(
    DuplicateKey,
  )
  expect(await counters.counterNamed('never-3')).toBeUndefined()
  expect(
    await counters.db.read.selectFrom('outbox.events').selectAll().where('subject_id', '=', '99').execute(),
  ).toEqual([])
})

test('reactions that go in a circle are stopped', async () => {
  const again = announce('counterFilled', { owner, subjectId: 98n, body: { with: 'tea' }, subject: 'ada' })
  await expect(commit({ db: counters.db, react: async () => [again] }, now, [again])).rejects.toThrow('in a circle')
})

test('a write that points at several new rows at once is a bug and is refused before it is sent', async () => {
  const as = ref('cups')
  const two = insert(
    'laws.counters',
    [
      { name: 'x', owner: 'ada' },
      { name: 'y', owner: 'ada' },
    ],
    { as },
  )
  await expect(counters.write(two)).rejects.toThrow('cups cannot refer to 2 rows')
})
