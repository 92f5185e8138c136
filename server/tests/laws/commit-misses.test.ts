import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  announce,
  commit,
  DuplicateKey,
  guard,
  increase,
  insert,
  ref,
  returning,
  StaleWrite,
  update,
  type Write,
} from '#kernel/db/commit/commit.ts'
import { toStatement } from '#kernel/db/commit/statement.ts'
import { counter, noReactions, now, openCounters } from '../world/counter-tables.ts'
import { holdLocks } from '../world/locks.ts'

type Counters = Awaited<ReturnType<typeof openCounters>>
let counters: Counters
let inGerman: Counters
beforeAll(async () => {
  counters = await openCounters()
  inGerman = await openCounters('German')
})
afterAll(() => Promise.all([counters, inGerman].map(({ db }) => db.close())))

const languages = [
  ['English', () => counters],
  ['German', () => inGerman],
] as const

const refusal = (code: string) => () => new Error(code)

test.each(languages)('each write says what it means when its row is not as it was read: %s', async (_, of) => {
  const counters = of()
  const [a, b] = [await counters.newCounter('miss-a'), await counters.newCounter('miss-b')]
  const change = (id: bigint, version: number, code: string) =>
    update('laws.counters', { set: { owner: 'bob' }, where: { id, version }, onMiss: refusal(code) })
  await expect(counters.write(change(a.id, 1, 'first'), change(b.id, 9, 'second'))).rejects.toThrow('second')
  await expect(counters.write(change(a.id, 9, 'first'), change(b.id, 1, 'second'))).rejects.toThrow('first')
  expect((await counters.counterOf(a.id)).owner).toBe('ada')
})

const duplicate = 'a key that is taken means what the insert says of its constraint: stale, a refusal, or else a bug'
test.each(languages)(`${duplicate}: %s`, async (_, of) => {
  const counters = of()
  await counters.newCounter('taken')
  const again = (onDuplicate: Parameters<typeof insert>[2]) =>
    counters.write(
      insert('laws.entries', { counter_id: null, metal: 'never written' }),
      insert('laws.counters', { name: 'taken', owner: 'bob' }, onDuplicate),
    )
  await expect(again({ onDuplicate: { one_counter_of_a_name: 'stale' } })).rejects.toBeInstanceOf(StaleWrite)
  await expect(again({ onDuplicate: { one_counter_of_a_name: refusal('name_taken') } })).rejects.toThrow('name_taken')
  await expect(again({ onDuplicate: { another_rule: 'stale' } })).rejects.toBeInstanceOf(DuplicateKey)
  const written = await counters.db.read
    .selectFrom('laws.entries')
    .selectAll()
    .where('metal', '=', 'never written')
    .execute()
  expect(written).toEqual([])
})

test('a guard writes nothing, and prevents all writes when its row has changed', async () => {
  const { id } = await counters.newCounter('guarded')
  await counters.write(counter('under-guard-1'), guard('laws.counters', { id, version: 1 }))
  expect(await counters.counterOf(id)).toMatchObject({ owner: 'ada', version: 1 })
  await expect(
    counters.write(counter('under-guard-2'), guard('laws.counters', { id, version: 2 })),
  ).rejects.toBeInstanceOf(StaleWrite)
  await expect(
    counters.write(counter('under-guard-3'), guard('laws.counters', { id, version: 2 }, refusal('order_changed'))),
  ).rejects.toThrow('order_changed')
  expect(await counters.counterNamed('under-guard-2')).toBeUndefined()
})

test('a guard that waits for another writer looks at the row as that writer leaves it', async () => {
  const { id } = await counters.newCounter('guarded-in-a-race')
  const { holdRow, untilWaiting } = holdLocks(counters.url, counters.db)
  const held = await holdRow('laws.counters', id)
  const changing = counters.write(update('laws.counters', { set: { version: 2 }, where: { id, version: 1 } }))
  await untilWaiting(1)
  const guarding = expect(
    counters.write(counter('in-a-race'), guard('laws.counters', { id, version: 1 })),
  ).rejects.toBeInstanceOf(StaleWrite)
  await untilWaiting(2)
  await held.release()
  await changing
  await guarding
  expect(await counters.counterNamed('in-a-race')).toBeUndefined()
})

test('a write returns the requested columns, with their types', async () => {
  const made = returning('laws.counters', ['id', 'version', 'sips'])
  const first = await counters.write(insert('laws.counters', { name: 'returned', owner: 'ada' }, { returning: made }))
  expect(first.row(made)).toEqual({ id: expect.any(BigInt), version: 1, sips: 0n })
  const raised = returning('laws.counters', ['sips'])
  const where = { id: first.row(made).id }
  const second = await counters.write(
    update('laws.counters', { set: { sips: increase(10n ** 17n) }, where, returning: raised }),
  )
  expect(second.row(raised)).toEqual({ sips: 10n ** 17n })
  expect(() => second.row(made)).toThrow('nothing was returned of laws.counters')
})

test('what a write returns is typed by its table and columns', async () => {
  const made = returning('laws.counters', ['name', 'sips'])
  const { row } = await counters.write(insert('laws.counters', { name: 'typed', owner: 'ada' }, { returning: made }))
  const { sips }: { sips: bigint } = row(made)
  expect(sips).toBe(0n)
  // @ts-expect-error: it was not requested
  expect(row(made).version).toBeUndefined()
  // @ts-expect-error: a counter has a name and no metal
  expect(returning('laws.counters', ['metal']).columns).toEqual(['metal'])
  // @ts-expect-error: an entry cannot return the columns of a counter
  expect(insert('laws.entries', { counter_id: null, metal: 'tin' }, { returning: made }).returning).toBe(made)
  // @ts-expect-error: nor can a change of one
  expect(update('laws.entries', { set: { metal: 'tin' }, where: {}, returning: made }).returning).toBe(made)
})

test('the text of a statement does not depend on how many rows a list has', async () => {
  const as = ref('counter')
  const types = await counters.db.columnTypes()
  const textOf = (count: number) =>
    toStatement(
      [
        insert('laws.counters', { name: 'many', owner: 'ada' }, { as }),
        insert(
          'laws.entries',
          Array.from({ length: count }, (_, index) => ({ counter_id: as, metal: `metal ${index}` })),
        ),
      ],
      { now, types, useCase: 'makeMany' },
    ).text
  expect(textOf(1)).toBe(textOf(1_000))
  expect(textOf(1)).toMatch(/^\/\* makeMany \*\/ with /)
})

test('a list of rows is written in its order, whatever its columns hold', async () => {
  const as = ref('counter')
  const metals = ['"quoted"', 'back\\slash', 'comma, and {brace}', 'null', '', 'ă']
  const ids = await counters.write(
    insert('laws.counters', { name: 'listed', owner: 'ada' }, { as }),
    insert(
      'laws.entries',
      metals.map((metal, index) => ({ counter_id: as, metal, tags: index === 0 ? null : [metal, `${index}`] })),
    ),
  )
  const rows = await counters.db.read
    .selectFrom('laws.entries')
    .select(['metal', 'tags'])
    .where('counter_id', '=', ids(as))
    .orderBy('id')
    .execute()
  expect(rows).toEqual(metals.map((metal, index) => ({ metal, tags: index === 0 ? null : [metal, `${index}`] })))
})

test('events have rising ids in the order in which they were announced, however many there are', async () => {
  const { id } = await counters.newCounter('eventful')
  const drinks = Array.from({ length: 12 }, (_, index) => `drink ${index}`)
  const about = { owner: { kind: 'platform' as const, id: 'platform' }, subjectId: id, subject: 'ada' }
  const writes: Write[] = drinks.map((drink) => announce('counterFilled', { ...about, body: { with: drink } }))
  await commit({ db: counters.db, react: noReactions }, now, writes, 'fillMany')
  const events = await counters.db.read
    .selectFrom('outbox.events')
    .select('body')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute()
  expect(events.map(({ body }) => body.with)).toEqual(drinks)
})
