import { afterAll, beforeAll, expect, test } from 'vitest'
import { commit, commitTogether, insert, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { LockTimeout, NoSuchRow } from '#kernel/db/locked.ts'
import { preparedMax } from '#kernel/db/pool.ts'
import { assertOutsideTransaction, outsideTransaction } from '#kernel/db/transaction-scope.ts'
import { counter, noReactions, now, openCounters } from '../world/counter-tables.ts'
import { holdLocks } from '../world/locks.ts'

let counters: Awaited<ReturnType<typeof openCounters>>
beforeAll(async () => {
  counters = await openCounters()
})
afterAll(() => counters.db.close())

const options = { name: 'test' }
const write = (db: Db, ...writes: Parameters<typeof commit>[2]) => commit({ db, react: noReactions }, now, writes)
const insertEntry = (id: bigint) => insert('laws.entries', { counter_id: id, metal: 'tin' })
const entriesOf = async (db: Db, id: bigint) =>
  db.read.selectFrom('laws.entries').select('metal').where('counter_id', '=', id).execute()

test('ten decisions that count rows of others take turns, and no more are made than the count allows', async () => {
  const { id } = await counters.newCounter('three at most')
  const { holdRow, untilWaiting } = holdLocks(counters.url, counters.db)
  const held = await holdRow('laws.counters', id)
  const tries = Array.from({ length: 10 }, (_, index) =>
    counters.db.locked([{ table: 'laws.counters', ids: [id] }], options, async (tx) => {
      if ((await entriesOf(tx, id)).length >= 3) return false
      await write(tx, insert('laws.entries', { counter_id: id, metal: `try ${index}` }))
      return true
    }),
  )
  await untilWaiting(2)
  await held.release()
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(3)
  expect(await entriesOf(counters.db, id)).toHaveLength(3)
})

test('an error inside rolls back everything that was committed inside', async () => {
  const { id } = await counters.newCounter('undone')
  const failing = counters.db.locked([{ table: 'laws.counters', ids: [id] }], options, async (tx) => {
    await write(tx, update('laws.counters', { set: { owner: 'bob' }, where: { id } }), counter('also undone'))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect((await counters.counterOf(id)).owner).toBe('ada')
  expect(await counters.counterNamed('also undone')).toBeUndefined()
})

test('those who lock the same rows in another order wait for each other and never block each other', async () => {
  const [a, b] = [await counters.newCounter('order-a'), await counters.newCounter('order-b')]
  const { holdRow, untilWaiting } = holdLocks(counters.url, counters.db)
  const held = await holdRow('laws.counters', a.id)
  const take = (ids: readonly bigint[]) =>
    counters.db.locked([{ table: 'laws.counters', ids }], options, async (tx) =>
      write(tx, ...[...new Set(ids)].map((id) => update('laws.counters', { set: { owner: 'both' }, where: { id } }))),
    )
  const both = [take([a.id, b.id]), take([b.id, a.id, a.id])]
  await untilWaiting(2)
  await held.release()
  await Promise.all(both)
  expect((await counters.counterOf(b.id)).owner).toBe('both')
})

test('a row that does not exist is an error, and nothing runs', async () => {
  const missing = counters.db.locked([{ table: 'laws.counters', ids: [10n ** 12n] }], options, async () => 'ran')
  await expect(missing).rejects.toBeInstanceOf(NoSuchRow)
})

test('a lock wait beyond the deadline fails, and the connection serves the next', async () => {
  const { id } = await counters.newCounter('overdue')
  const held = await holdLocks(counters.url, counters.db).holdRow('laws.counters', id)
  const late = counters.db.locked(
    [{ table: 'laws.counters', ids: [id] }],
    { ...options, deadlineMs: 50 },
    async () => 1,
  )
  await expect(late).rejects.toBeInstanceOf(LockTimeout)
  await held.release()
  expect(await counters.db.locked([{ table: 'laws.counters', ids: [id] }], options, async () => 'served')).toBe(
    'served',
  )
})

test('what is read with the locks is read behind them', async () => {
  const { id } = await counters.newCounter('read behind')
  const { holdRow, untilWaiting } = holdLocks(counters.url, counters.db)
  const held = await holdRow('laws.counters', id)
  const read = (tx: Pick<Db, 'read' | 'run'>) => entriesOf(tx as Db, id)
  const take = () =>
    counters.db.locked([{ table: 'laws.counters', ids: [id] }], { ...options, read }, async (tx, found) => {
      const writes = [insert('laws.entries', { counter_id: id, metal: `after ${found.length}` })]
      await commitTogether({ db: tx, react: noReactions }, now, writes, 'test', { isLast: true })
      return found.length
    })
  const both = [take(), take()]
  await untilWaiting(2)
  await held.release()
  expect((await Promise.all(both)).toSorted()).toEqual([0, 1])
  expect(await entriesOf(counters.db, id)).toHaveLength(2)
  await expect(
    counters.db.locked([{ table: 'laws.counters', ids: [10n ** 12n] }], { ...options, read }, async () => 'ran'),
  ).rejects.toBeInstanceOf(NoSuchRow)
})

test('a last statement that fails has its own error, and nothing of the transaction is written', async () => {
  const { id } = await counters.newCounter('failed at last')
  const failing = counters.db.locked([{ table: 'laws.counters', ids: [id] }], options, async (tx) => {
    await write(tx, counter('before the last'))
    const stale = update('laws.counters', { set: { owner: 'bob' }, where: { id, owner: 'nobody' } })
    await commitTogether({ db: tx, react: noReactions }, now, [stale], 'test', { isLast: true })
  })
  await expect(failing).rejects.toBeInstanceOf(StaleWrite)
  expect(await counters.counterNamed('before the last')).toBeUndefined()
  const after = counters.db.locked([{ table: 'laws.counters', ids: [id] }], options, async (tx) => {
    const named = update('laws.counters', { set: { owner: 'bob' }, where: { id } })
    await commitTogether({ db: tx, react: noReactions }, now, [named], 'test', { isLast: true })
    await write(tx, counter('after the last'))
  })
  await expect(after).rejects.toThrow('has ended')
  expect((await counters.counterOf(id)).owner).toBe('bob')
  expect(await counters.counterNamed('after the last')).toBeUndefined()
})

test('work that never ends is given up at the deadline, and its locks with it', async () => {
  const { id } = await counters.newCounter('never ends')
  const rows = [{ table: 'laws.counters' as const, ids: [id] }]
  const stuck = counters.db.locked(rows, { ...options, deadlineMs: 50 }, () => new Promise<never>(() => {}))
  await expect(stuck).rejects.toBeInstanceOf(LockTimeout)
  expect(await counters.db.locked(rows, options, async () => 'free again')).toBe('free again')
})

test('work that comes back after the deadline can write nothing any more', async () => {
  const { id } = await counters.newCounter('too late')
  const overdue = Promise.withResolvers<void>()
  const late = Promise.withResolvers<unknown>()
  const rows = [{ table: 'laws.counters' as const, ids: [id] }]
  const locking = counters.db.locked(rows, { ...options, deadlineMs: 50 }, async (tx) => {
    await overdue.promise
    await write(tx, counter('written too late')).catch(late.resolve)
  })
  await expect(locking).rejects.toBeInstanceOf(LockTimeout)
  overdue.resolve()
  expect(await late.promise).toBeInstanceOf(LockTimeout)
  expect(await counters.counterNamed('written too late')).toBeUndefined()
})

test('a last statement sent after the deadline does not commit the transaction that has the connection by then', async () => {
  const { id } = await counters.newCounter('late at last')
  const rows = [{ table: 'laws.counters' as const, ids: [id] }]
  const overdue = Promise.withResolvers<void>()
  const late = Promise.withResolvers<unknown>()
  const first = counters.db.locked(rows, { ...options, deadlineMs: 50 }, async (tx) => {
    await overdue.promise
    late.resolve(await tx.runLast!('select 1', []).catch((error: unknown) => error))
  })
  await expect(first).rejects.toBeInstanceOf(LockTimeout)
  let third: Promise<unknown> | undefined
  // It has the connection of the first: the oldest one that is idle.
  const counted = await counters.db.locked(rows, options, async (tx) => {
    const before = await entriesOf(tx, id)
    overdue.resolve()
    expect(await late.promise).toBeInstanceOf(LockTimeout)
    third = counters.db.locked(rows, options, (other) => write(other, insertEntry(id)))
    await Promise.race([third, holdLocks(counters.url, counters.db).untilWaiting(1)])
    return [before.length, (await entriesOf(tx, id)).length]
  })
  await third
  expect(counted).toEqual([0, 0])
  expect(await entriesOf(counters.db, id)).toHaveLength(1)
})

test('an unawaited statement is rolled back with its transaction, even when it evicts a prepared one', async () => {
  const { id } = await counters.newCounter('nobody waits')
  const rows = [{ table: 'laws.counters' as const, ids: [id] }]
  const failing = counters.db.locked(rows, { ...options, deadlineMs: 60_000 }, async (tx) => {
    await Promise.all(Array.from({ length: preparedMax + 1 }, (_, nth) => tx.run(`select ${nth} as nth`, [])))
    void tx.run('insert into laws.entries (counter_id, metal) values ($1, $2)', [id, 'left behind'])
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await counters.db.locked(rows, options, async (tx) => expect(await entriesOf(tx, id)).toEqual([]))
})

test('a transaction that its own work has ended sends nothing more, and its connection is closed', async () => {
  const { id } = await counters.newCounter('ended inside')
  const rows = [{ table: 'laws.counters' as const, ids: [id] }]
  const processOf = async (tx: Db) => (await tx.run('select pg_backend_pid() as pid', []))[0]!.pid
  const pids: unknown[] = []
  const ended = counters.db.locked(rows, options, async (tx) => {
    pids.push(await processOf(tx))
    await tx.run('commit', [])
    await write(tx, counter('without a transaction'))
  })
  await expect(ended).rejects.toThrow('was ended by somebody else')
  const committed = counters.db.locked(rows, options, async (tx) => {
    pids.push(await processOf(tx))
    await Promise.all([tx.run('commit', []), tx.runLast!('select 1', [])])
  })
  await expect(committed).rejects.toThrow('no transaction to commit')
  await counters.db.locked(rows, options, async (tx) => pids.push(await processOf(tx)))
  expect(new Set(pids).size).toBe(3)
  expect(await counters.counterNamed('without a transaction')).toBeUndefined()
})

test('a call to the outside from inside is a bug, and throws', async () => {
  const { id } = await counters.newCounter('no calls')
  const calling = counters.db.locked([{ table: 'laws.counters', ids: [id] }], options, async () => {
    assertOutsideTransaction('the acquirer')
  })
  await expect(calling).rejects.toThrow('the acquirer is called inside the transaction of test')
  expect(() => assertOutsideTransaction('the acquirer')).not.toThrow()
})

test('a commit of its own from inside is a bug, and throws: it would stay when the decision is rolled back', async () => {
  const { id } = await counters.newCounter('no commits')
  const committing = counters.db.locked([{ table: 'laws.counters', ids: [id] }], options, () =>
    write(counters.db, counter('beside the decision')),
  )
  await expect(committing).rejects.toThrow('a use case is called inside the transaction of test')
  expect(await counters.counterNamed('beside the decision')).toBeUndefined()
  await counters.db.locked([{ table: 'laws.counters', ids: [id] }], options, () =>
    outsideTransaction(() => write(counters.db, counter('on purpose'))),
  )
  expect(await counters.counterNamed('on purpose')).toBeDefined()
})
