import { expect, onTestFinished, test } from 'vitest'
import { openBatches } from '#kernel/db/commit/batches.ts'
import { commit, decide, guard, insert, StaleWrite, update, type Write } from '#kernel/db/commit/commit.ts'
import { openDb } from '#kernel/db/db.ts'
import { freshDatabases } from '../world/budget.ts'
import { noLines, noReactions, now, openCounters } from '../world/counter-tables.ts'
import { longTest } from '../world/length.ts'
import { holdLocks } from '../world/locks.ts'

freshDatabases({ atMost: 8, because: 'each test makes two tables of its own, and a reset puts back rows only' })

async function open() {
  const counters = await openCounters()
  onTestFinished(() => counters.db.close())
  return counters
}

/** Statements go on only when the test says so, so that it decides what waits meanwhile. */
async function openGated() {
  const counters = await open()
  const sent: { values: readonly unknown[]; goOn(): void }[] = []
  const run = async (text: string, values: readonly unknown[]) => {
    if (!text.startsWith('with ')) return counters.db.run(text, values)
    const { promise, resolve } = Promise.withResolvers<void>()
    sent.push({ values, goOn: resolve })
    await promise
    return counters.db.run(text, values)
  }
  const batches = openBatches({ run, columnTypes: counters.db.columnTypes }, { most: 3, aloneMs: 60_000, ...noLines() })
  const writer = { db: { ...counters.db, run, batches }, react: noReactions }
  const write = (...writes: Write[]) => commit(writer, now, writes)
  const untilSent = (count: number) => expect.poll(() => sent.length).toBe(count)
  return { ...counters, sent, untilSent, write }
}
const cup = (name: string) => insert('laws.counters', { name, owner: 'ada' })

test('commits that come while a batch is under way are the next one, and no batch is larger than allowed', async () => {
  const { sent, untilSent, write, counterNamed } = await openGated()
  const all = [write(cup('alone'))]
  await untilSent(1)
  all.push(...['a', 'b', 'c', 'd', 'e'].map((name) => write(cup(name))))
  sent[0]!.goOn()
  await untilSent(2)
  expect(sent[1]!.values[0]).toBe(3)
  sent[1]!.goOn()
  await untilSent(3)
  expect(sent[2]!.values[0]).toBe(2)
  sent[2]!.goOn()
  await Promise.all(all)
  for (const name of ['alone', 'a', 'b', 'c', 'd', 'e']) expect(await counterNamed(name)).toBeDefined()
})

test('a row that somebody else has locked keeps back its own commit, and no other of its shape', async () => {
  const { url, db, newCounter, counterOf } = await open()
  const made = await Promise.all(Array.from({ length: 6 }, (_, index) => newCounter(`cup ${index}`)))
  const held = await holdLocks(url).holdRow('laws.counters', made[2]!.id)
  const change = ({ id }: { id: bigint }) =>
    commit({ db, react: noReactions }, now, [
      update('laws.counters', { set: { owner: 'bob', version: 2 }, where: { id, version: 1 } }),
    ])
  const all = made.map(change)
  await Promise.all(all.filter((_, index) => index !== 2))
  expect((await counterOf(made[2]!.id)).owner).toBe('ada')
  // Nor does it keep back those that come later.
  await Promise.all((await Promise.all(['x', 'y', 'z'].map(newCounter))).map(change))
  await held.release()
  await Promise.all(all)
  expect((await counterOf(made[2]!.id)).owner).toBe('bob')
})

// In small: a row that somebody else has locked keeps back its own commit, and no other of its shape
longTest('a new row that refers to a locked row waits alone, and the others are written', async () => {
  const { url, db, newCounter } = await open()
  const made = await Promise.all(Array.from({ length: 4 }, (_, index) => newCounter(`cup ${index}`)))
  const held = await holdLocks(url).holdRow('laws.counters', made[0]!.id)
  const all = made.map(({ id }) =>
    commit({ db, react: noReactions }, now, [insert('laws.entries', { counter_id: id, metal: 'tin' })]),
  )
  await Promise.all(all.slice(1))
  expect(await db.run('select id from laws.entries', [])).toHaveLength(3)
  await held.release()
  await Promise.all(all)
  expect(await db.run('select id from laws.entries', [])).toHaveLength(4)
})

test('a row that one commit guards is not changed by another of the same batch', async () => {
  const { db, newCounter } = await open()
  const [one, other] = [await newCounter('one'), await newCounter('other')]
  // Each is right only as long as the other was not made: together they would be a write skew.
  const swap = (guarded: bigint, changed: bigint) =>
    commit({ db, react: noReactions }, now, [
      guard('laws.counters', { id: guarded, version: 1 }),
      update('laws.counters', { set: { version: 2 }, where: { id: changed, version: 1 } }),
    ])
  const written = await Promise.allSettled([swap(one.id, other.id), swap(other.id, one.id)])
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(written[1]).toMatchObject({ reason: expect.any(StaleWrite) })
})

test('a batch whose response is lost is not sent again: each commit fails, and each row is there once', async () => {
  const counters = await open()
  const sent: string[] = []
  const attempt = async (lost: Error) => {
    const run = async (text: string, values: readonly unknown[]) => {
      const rows = await counters.db.run(text, values)
      if (!text.includes('generate_series')) return rows
      sent.push(lost.message)
      throw lost
    }
    const batches = openBatches({ run, columnTypes: counters.db.columnTypes }, { most: 9, aloneMs: 50, ...noLines() })
    const writer = { db: { ...counters.db, batches }, react: noReactions }
    const entry = () => commit(writer, now, [insert('laws.entries', { counter_id: null, metal: lost.message })])
    const written = await Promise.allSettled([entry(), entry(), entry()])
    expect(written.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  }
  const ofServer = (severity: string, code: string) => Object.assign(new Error(code), { severity, code })
  const all = [
    new Error('Connection terminated unexpectedly'),
    ofServer('FATAL', '57P01'),
    ofServer('SCHWERWIEGEND', '57P02'),
    ofServer('PANIK', '58030'),
    ofServer('PANIC', 'XX000'),
  ]
  for (const lost of all) await attempt(lost)
  expect(sent).toEqual(all.map(({ message }) => message))
  const rows = await counters.db.run('select metal, count(*)::int from laws.entries group by 1 order by 1', [])
  expect(rows).toEqual(sent.toSorted().map((metal) => ({ metal, count: 3 })))
})

test('what is committed under a lock is in the transaction of the lock, and is undone with it', async () => {
  const { db, newCounter, counterNamed, counterOf } = await open()
  const { id } = await newCounter('locked')
  const undone = db.locked([{ table: 'laws.counters', ids: [id] }], { name: 'test' }, async (tx) => {
    await Promise.all(['p', 'q'].map((name) => commit({ db: tx, react: noReactions }, now, [cup(name)])))
    throw new RangeError('undo it')
  })
  await expect(undone).rejects.toThrow('undo it')
  expect(await counterNamed('p')).toBeUndefined()
  expect((await counterOf(id)).version).toBe(1)
})

test('of two processes that change the same rows in batches, each change is made once', async () => {
  const counters = await open()
  const other = openDb(counters.url, { role: 'florin_app' })
  onTestFinished(() => other.close())
  const made = await Promise.all(Array.from({ length: 20 }, (_, index) => counters.newCounter(`cup ${index}`)))
  const sip = (db: typeof other, id: bigint) =>
    decide(async () => {
      const { version } = await counters.counterOf(id)
      const set = { version: version + 1, sips: BigInt(version) }
      await commit({ db, react: noReactions }, now, [
        update('laws.counters', { set, where: { id, version } }),
        insert('laws.entries', { counter_id: id, metal: `sip ${version}` }),
      ])
    })
  const rounds = [counters.db, other].flatMap((db) => made.flatMap(({ id }) => [sip(db, id), sip(db, id), sip(db, id)]))
  await Promise.all(rounds)
  const sips = await counters.db.run(
    'select counter_id, count(*)::int as all, count(distinct metal)::int as different from laws.entries group by 1',
    [],
  )
  expect(sips).toHaveLength(20)
  for (const row of sips) expect(row).toMatchObject({ all: 6, different: 6 })
  for (const { id } of made) expect(await counters.counterOf(id)).toMatchObject({ version: 7, sips: 6n })
})
