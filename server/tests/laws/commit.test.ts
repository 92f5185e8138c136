import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  AlreadyThere,
  announce,
  anyOf,
  atLeast,
  commit,
  increase,
  insert,
  type React,
  ref,
  StaleWrite,
  update,
} from '#kernel/commit.ts'
import { cup, now, openCups } from '../world/cups.ts'

let cups: Awaited<ReturnType<typeof openCups>>
beforeAll(async () => {
  cups = await openCups()
})
afterAll(() => cups.db.close())

test('everything of a commit becomes true together, and rows may point at rows that it inserts', async () => {
  const as = ref('the cup')
  const ids = await cups.write(
    insert('laws.cups', { name: 'together', owner: 'ada' }, { as }),
    insert('laws.spoons', [
      { cup_id: as, metal: 'silver' },
      { cup_id: as, metal: 'tin' },
    ]),
  )
  const spoons = await cups.db.read.selectFrom('laws.spoons').selectAll().where('cup_id', '=', ids(as)).execute()
  expect(spoons.map(({ metal }) => metal)).toEqual(['silver', 'tin'])
  expect((await cups.cupNamed('together'))?.id).toBe(ids(as))
})

test('a commit of nothing writes nothing, and knows no ids', async () => {
  const ids = await cups.write()
  expect(() => ids(ref('the cup'))).toThrow('nothing was inserted as the cup')
})

test('a commit gives only ids of what it inserted itself', async () => {
  const ids = await cups.write(cup('only-its-own'))
  expect(() => ids(ref('somebody else'))).toThrow('nothing was inserted as somebody else')
  await expect(cups.write(insert('laws.spoons', { cup_id: ref('somebody else'), metal: 'tin' }))).rejects.toThrow(
    'nothing in this commit inserts somebody else',
  )
})

test('when one row has changed meanwhile the commit is stale, and nothing of it is written', async () => {
  const { id } = await cups.newCup('changed-meanwhile')
  const stale = cups.write(
    cup('never-1'),
    update('laws.cups', { set: { owner: 'bob', version: 3 }, where: { id, version: 2 } }),
  )
  await expect(stale).rejects.toBeInstanceOf(StaleWrite)
  expect(await cups.cupNamed('never-1')).toBeUndefined()
  expect((await cups.cupOf(id)).owner).toBe('ada')
})

test('when a change meets more rows than it meant, nothing is written', async () => {
  const [a, b] = [await cups.newCup('many-a'), await cups.newCup('many-b')]
  const ids = anyOf([a.id, b.id])
  await expect(cups.write(update('laws.cups', { set: { owner: 'bob' }, where: { id: ids } }))).rejects.toBeInstanceOf(
    StaleWrite,
  )
  expect((await cups.cupOf(a.id)).owner).toBe('ada')
  await cups.write(update('laws.cups', { set: { owner: 'bob' }, where: { id: ids }, expect: 2 }))
  expect([(await cups.cupOf(a.id)).owner, (await cups.cupOf(b.id)).owner]).toEqual(['bob', 'bob'])
})

test('a second row with one natural key is refused by the name of the rule, and nothing is written', async () => {
  await cups.newCup('twice')
  const again = cups.write(insert('laws.spoons', { cup_id: null, metal: 'of the second' }), cup('twice'))
  await expect(again).rejects.toBeInstanceOf(AlreadyThere)
  await expect(again).rejects.toMatchObject({ constraint: 'one_cup_of_a_name' })
  const spoons = await cups.db.read.selectFrom('laws.spoons').selectAll().where('metal', '=', 'of the second').execute()
  expect(spoons).toEqual([])
})

test('any other trouble of the database goes on as it is, and nothing is written', async () => {
  const wrong = cups.write(cup('never-2'), insert('laws.spoons', { cup_id: 10n ** 12n, metal: 'tin' }))
  await expect(wrong).rejects.toMatchObject({ code: '23503' })
  expect(await cups.cupNamed('never-2')).toBeUndefined()
})

test('what is there already may be left as it is or changed, as the write says', async () => {
  const { id } = await cups.newCup('there-already')
  const insertAgain = (owner: string, set: 'owner'[]) =>
    insert('laws.cups', { name: 'there-already', owner }, { as, orElse: { conflict: ['name'], set: ['name', ...set] } })
  const as = ref('cup')
  await cups.write(
    insert('laws.cups', { name: 'there-already', owner: 'eve' }, { orElse: { conflict: ['name'], set: [] } }),
  )
  expect((await cups.cupOf(id)).owner).toBe('ada')
  expect((await cups.write(insertAgain('eve', [])))(as)).toBe(id)
  expect((await cups.cupOf(id)).owner).toBe('ada')
  expect((await cups.write(insertAgain('bob', ['owner'])))(as)).toBe(id)
  expect((await cups.cupOf(id)).owner).toBe('bob')
})

test('one commit that changes a row twice is a bug and is refused before it is sent', async () => {
  const { id } = await cups.newCup('twice-changed')
  const first = update('laws.cups', { set: { owner: 'bob' }, where: { id, version: 1 } })
  const twice = [
    [first, first],
    [first, update('laws.cups', { set: { sips: 1n }, where: { id } })],
    [first, update('laws.cups', { set: { sips: 1n }, where: { id: anyOf([id, 7n]) }, expect: 2 })],
  ]
  for (const writes of twice) await expect(cups.write(...writes)).rejects.toThrow('changes a row twice')
  const { owner, sips } = await cups.cupOf(id)
  expect({ owner, sips }).toEqual({ owner: 'ada', sips: 0n })
})

test('rows without an id count as the same when their names are the same, whatever state they must be in', async () => {
  await cups.newCup('same-name')
  const sip = (by: bigint, enough: object) =>
    update('laws.cups', { set: { sips: increase(by) }, where: { name: 'same-name', ...enough } })
  await expect(cups.write(sip(2n, {}), sip(-1n, { sips: atLeast(1n) }))).rejects.toThrow('changes a row twice')
})

test('a counter is raised and lowered by the database, and not below what a change demands', async () => {
  const { id } = await cups.newCup('counted')
  const change = (by: bigint, atLeastSips: bigint) =>
    cups.write(update('laws.cups', { set: { sips: increase(by) }, where: { id, sips: atLeast(atLeastSips) } }))
  await change(3n, 0n)
  await change(-2n, 2n)
  await expect(change(-2n, 2n)).rejects.toBeInstanceOf(StaleWrite)
  expect((await cups.cupOf(id)).sips).toBe(1n)
})

test('an announced event is in the outbox, and what the house does about it is in the same commit', async () => {
  const { id } = await cups.newCup('reacted-to')
  const react: React = async ({ event, subject }) => {
    if (event === 'cupEmptied') return [insert('laws.spoons', { cup_id: id, metal: `of ${subject}` })]
    return [filledAgain('second hand')]
  }
  const filledAgain = (by: string) => announce('cupEmptied', { siteId: 7, subjectId: id, body: { by }, subject: by })
  await commit({ db: cups.db, react }, now, [
    announce('cupFilled', { siteId: 7, subjectId: id, body: { with: 'tea' }, subject: 'ada' }),
  ])
  const events = await cups.db.read
    .selectFrom('outbox.events')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { name: 'cupFilled', site_id: 7, subject_type: 'cup', body: { with: 'tea' }, occurred_at: now },
    { name: 'cupEmptied', site_id: 7, subject_type: 'cup', body: { by: 'second hand' }, occurred_at: now },
  ])
  const spoons = await cups.db.read.selectFrom('laws.spoons').select('metal').where('cup_id', '=', id).execute()
  expect(spoons).toEqual([{ metal: 'of second hand' }])
})

test('an event may be about a row of the same commit', async () => {
  const as = ref('cup')
  const ids = await cups.write(
    insert('laws.cups', { name: 'about-a-new-one', owner: 'ada' }, { as }),
    announce('cupFilled', { siteId: undefined, subjectId: as, body: { with: 'milk' }, subject: 'ada' }),
  )
  const events = await cups.db.read.selectFrom('outbox.events').selectAll().where('subject_id', '=', ids(as)).execute()
  expect(events).toMatchObject([{ name: 'cupFilled', site_id: null }])
})

test('when a reaction cannot be carried out, what it reacts to has not happened', async () => {
  await cups.newCup('in-the-way')
  const react: React = async () => [cup('in-the-way')]
  const filled = announce('cupFilled', { siteId: 7, subjectId: 99n, body: { with: 'tea' }, subject: 'ada' })
  await expect(commit({ db: cups.db, react }, now, [cup('never-3'), filled])).rejects.toBeInstanceOf(AlreadyThere)
  expect(await cups.cupNamed('never-3')).toBeUndefined()
  expect(await cups.db.read.selectFrom('outbox.events').selectAll().where('subject_id', '=', 99n).execute()).toEqual([])
})

test('reactions that go in a circle are stopped', async () => {
  const again = announce('cupFilled', { siteId: 7, subjectId: 98n, body: { with: 'tea' }, subject: 'ada' })
  await expect(commit({ db: cups.db, react: async () => [again] }, now, [again])).rejects.toThrow('in a circle')
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
  await expect(cups.write(two)).rejects.toThrow('cups cannot stand for 2 rows')
})
