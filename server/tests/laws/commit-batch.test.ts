import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openBatches } from '#kernel/db/commit/batches.ts'
import {
  announce,
  commit,
  DuplicateKey,
  increase,
  insert,
  ref,
  StaleWrite,
  update,
  type Write,
} from '#kernel/db/commit/commit.ts'
import { freshDatabases } from '../world/budget.ts'
import { languages, noLines, noReactions, now, openCounters } from '../world/counter-tables.ts'
import { longTest, runs } from '../world/length.ts'

freshDatabases({ atMost: 14, because: 'each test makes two tables of its own, and a reset puts back rows only' })

/** Two tables, and a way to commit whose statements are counted. */
async function openBar(language?: (typeof languages)[number]) {
  const counters = await openCounters(language)
  onTestFinished(() => counters.db.close())
  const statements: string[] = []
  const run = async (text: string, values: readonly unknown[]) => {
    if (/^(?:\/\*.*\*\/ )?with /.test(text)) statements.push(text)
    return counters.db.run(text, values)
  }
  const batches = openBatches({ run, columnTypes: counters.db.columnTypes }, { most: 50, aloneMs: 50, ...noLines() })
  const writer = { db: { ...counters.db, run, batches }, react: noReactions }
  return { ...counters, statements, write: (...writes: Write[]) => commit(writer, now, writes) }
}
type Bar = Awaited<ReturnType<typeof openBar>>

const order = (name: string, metals: readonly string[] = ['tin']): { as: ReturnType<typeof ref>; writes: Write[] } => {
  const as = ref(name)
  const about = { owner: { kind: 'platform', id: 'platform' } as const, subjectId: as, subject: name }
  return {
    as,
    writes: [
      insert('laws.counters', { name, owner: 'ada' }, { as }),
      insert(
        'laws.entries',
        metals.map((metal) => ({ counter_id: as, metal })),
      ),
      announce('counterFilled', { ...about, body: { with: `tea for ${name}` } }),
    ],
  }
}

const everything = async ({ db }: Bar) => ({
  counters: await db.read
    .selectFrom('laws.counters')
    .select(['name', 'owner', 'version', 'sips'])
    .orderBy('name')
    .execute(),
  entries: await db.read
    .selectFrom('laws.entries as s')
    .leftJoin('laws.counters as c', 'c.id', 's.counter_id')
    .select(['c.name', 's.metal'])
    .orderBy('c.name')
    .orderBy('s.metal')
    .execute(),
  events: await db.read.selectFrom('outbox.events').select(['name', 'body', 'occurred_at']).orderBy('id').execute(),
})

test('twenty commits at once are one statement, and each receives its own ids', async () => {
  const bar = await openBar()
  const orders = Array.from({ length: 20 }, (_, index) => order(`cup ${index}`, ['silver', 'tin']))
  const ids = await Promise.all(orders.map(({ as, writes }) => bar.write(...writes).then((given) => given(as))))
  expect(bar.statements).toHaveLength(1)
  for (const [index, id] of ids.entries()) expect((await bar.counterOf(id)).name).toBe(`cup ${index}`)
  const { entries, events } = await everything(bar)
  expect(entries).toHaveLength(40)
  expect(events.map(({ body }) => body.with)).toEqual(orders.map((_, index) => `tea for cup ${index}`))
})

test('a batch writes what each commit would have written alone, whatever the text', async () => {
  const [alone, together] = [await openBar(), await openBar()]
  const text = fc
    .string({ unit: 'grapheme', maxLength: 8 })
    .filter((text) => text.isWellFormed() && !text.includes('\0'))
  const counters = fc.uniqueArray(fc.tuple(text, fc.array(text, { minLength: 1, maxLength: 3 })), {
    minLength: 2,
    maxLength: 8,
    selector: ([name]) => name,
  })
  let round = 0
  await fc.assert(
    fc.asyncProperty(counters, async (wanted) => {
      round++
      const made = () => wanted.map(([name, metals]) => order(`${round} ${name}`, metals).writes)
      for (const writes of made()) await alone.write(...writes)
      await Promise.all(made().map((writes) => together.write(...writes)))
    }),
    runs(40),
  )
  expect(await everything(together)).toEqual(await everything(alone))
})

test('changes in a batch are made where each row is as it was read, with counters added to what is there', async () => {
  const bar = await openBar()
  const made = await Promise.all(Array.from({ length: 10 }, (_, index) => bar.newCounter(`full ${index}`)))
  await Promise.all(
    made.map(({ id }, index) =>
      bar.write(
        update('laws.counters', {
          set: { owner: `owner ${index}`, version: 2, sips: increase(BigInt(index)) },
          where: { id, version: 1 },
        }),
      ),
    ),
  )
  expect(bar.statements).toHaveLength(1)
  for (const [index, { id }] of made.entries())
    expect(await bar.counterOf(id)).toMatchObject({ owner: `owner ${index}`, version: 2, sips: BigInt(index) })
})

test('a stale commit fails, and the others are written all the same', async () => {
  const bar = await openBar()
  const made = await Promise.all(Array.from({ length: 5 }, (_, index) => bar.newCounter(`stale ${index}`)))
  const written = await Promise.allSettled(
    made.map(({ id }, index) =>
      bar.write(update('laws.counters', { set: { owner: 'bob' }, where: { id, version: index === 3 ? 7 : 1 } })),
    ),
  )
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(written[3]).toMatchObject({ reason: expect.any(StaleWrite) })
  expect((await bar.counterOf(made[3]!.id)).owner).toBe('ada')
  expect((await bar.counterOf(made[4]!.id)).owner).toBe('bob')
  expect(bar.statements).toHaveLength(2)
})

test('leased rows that are as they were read are changed unlocked, with what belongs to them; of others nothing is written', async () => {
  const bar = await openBar()
  const made = await Promise.all(Array.from({ length: 5 }, (_, index) => bar.newCounter(`leased ${index}`)))
  bar.statements.length = 0
  const written = await Promise.allSettled(
    made.map(({ id }, index) =>
      bar.write(
        insert('laws.entries', { counter_id: id, metal: `metal ${index}` }),
        update('laws.counters', {
          set: { owner: 'bob', version: 2 },
          where: { id, version: index === 3 ? 7 : 1 },
          isLeased: true,
        }),
      ),
    ),
  )
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(written[3]).toMatchObject({ reason: expect.any(StaleWrite) })
  const { entries, counters } = await everything(bar)
  expect(entries.map(({ metal }) => metal)).toEqual(['metal 0', 'metal 1', 'metal 2', 'metal 4'])
  expect(counters.map(({ owner, version }) => [owner, version]).toSorted()).toEqual([
    ['ada', 1],
    ...Array.from({ length: 4 }, () => ['bob', 2]),
  ])
  expect(bar.statements).toHaveLength(2)
  expect(bar.statements[0]).not.toContain('for no key update')
})

test.each(languages)(
  'a commit whose name is taken fails with that rule, and the others are written all the same: %s',
  async (language) => {
    const bar = await openBar(language)
    await bar.newCounter('taken')
    const names = ['new', 'taken', 'other', 'with )=(taken) in it', '(name)=(taken)', ...'abcdefghijklmno']
    const written = await Promise.allSettled(names.map((name) => bar.write(...order(name).writes)))
    expect(written.flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []))).toEqual([1])
    expect(written[1]).toMatchObject({ reason: expect.any(DuplicateKey) })
    expect(written[1]).toMatchObject({ reason: { constraint: 'one_counter_of_a_name' } })
    expect((await everything(bar)).counters.map(({ name }) => name)).toEqual(names.toSorted())
    // All together, the one whose name it is by itself, and the others together.
    expect(bar.statements).toHaveLength(3)
  },
)

// In small: a stale commit fails, and the others are written all the same
longTest(
  'a taken key that a commit has a rule for is found before anything is written, and the others are written',
  async () => {
    const bar = await openBar()
    await bar.newCounter('taken')
    const withRule = (name: string) =>
      insert(
        'laws.counters',
        { name, owner: 'eve' },
        { as: ref(name), onDuplicate: { one_counter_of_a_name: () => new RangeError(`${name} is taken`) } },
      )
    const names = ['new', 'taken', 'other', 'other']
    const written = await Promise.allSettled(names.map((name) => bar.write(withRule(name))))
    expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
    expect(written[1]).toMatchObject({ reason: new RangeError('taken is taken') })
    // One batch, and each of the two that could not come along.
    expect(bar.statements).toHaveLength(3)
  },
)

test('two commits that want the same row are never in one batch: one is written, the other is stale', async () => {
  const bar = await openBar()
  const [wanted, other] = [await bar.newCounter('wanted'), await bar.newCounter('other')]
  const change = (id: bigint, owner: string) =>
    bar.write(update('laws.counters', { set: { owner, version: 2 }, where: { id, version: 1 } }))
  const written = await Promise.allSettled([
    change(wanted.id, 'bob'),
    change(wanted.id, 'eve'),
    change(other.id, 'bob'),
  ])
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await bar.counterOf(wanted.id)).toMatchObject({ owner: 'bob', version: 2 })
})

test('counters of one row are added up, a commit after the other', async () => {
  const bar = await openBar()
  const { id } = await bar.newCounter('counted')
  const sip = () => bar.write(update('laws.counters', { set: { sips: increase(1n) }, where: { id } }))
  await Promise.all(Array.from({ length: 12 }, sip))
  expect((await bar.counterOf(id)).sips).toBe(12n)
})

test('a row is found or made by its key in a batch as it is alone, and other rows may refer to it', async () => {
  const bar = await openBar()
  const { id } = await bar.newCounter('there')
  const findOrMake = (name: string, owner: string) => {
    const as = ref(name)
    const upsert = insert('laws.counters', { name, owner }, { as, orElse: { conflict: ['name'], set: ['owner'] } })
    return bar.write(upsert, insert('laws.entries', { counter_id: as, metal: owner })).then((ids) => ids(as))
  }
  const ids = await Promise.all([findOrMake('new', 'bob'), findOrMake('there', 'eve'), findOrMake('there', 'joe')])
  expect(ids.slice(1)).toEqual([id, id])
  expect(await bar.counterOf(id)).toMatchObject({ name: 'there', owner: 'joe' })
  const { entries } = await everything(bar)
  expect(entries.map(({ name, metal }) => `${name} ${metal}`)).toEqual(['new bob', 'there eve', 'there joe'])
})

// In small: commits that come while a batch is under way are the next one, and no batch is larger than allowed
longTest('commits of different shapes do not wait for each other, and one alone is written as ever', async () => {
  const bar = await openBar()
  const { id } = await bar.newCounter('shaped')
  await Promise.all([
    bar.write(...order('by itself').writes),
    bar.write(update('laws.counters', { set: { owner: 'bob' }, where: { id } })),
    bar.write(insert('laws.entries', { counter_id: null, metal: 'lone' })),
  ])
  expect(bar.statements).toHaveLength(3)
  expect(bar.statements.some((text) => text.includes('good as materialized'))).toBe(false)
  expect((await bar.counterOf(id)).owner).toBe('bob')
})

const oneOfMany = 'of 100 commits of one shape the one that the database refuses fails, at the cost of 14 statements'
test.each(languages)(`${oneOfMany}: %s`, async (language) => {
  const bar = await openBar(language)
  const names = Array.from({ length: 100 }, (_, nth) => (nth === 41 ? 'a\0b' : `cup ${nth}`))
  const written = await Promise.allSettled(names.map((name) => bar.write(...order(name).writes)))
  expect(written.flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []))).toEqual([41])
  expect((await everything(bar)).counters).toHaveLength(99)
  expect(bar.statements.length).toBeLessThanOrEqual(1 + 14)
})
