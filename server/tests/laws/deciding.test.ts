import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { commit, decide, increase, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import { openDb } from '#kernel/db/db.ts'
import { NoConnection, preparedMax } from '#kernel/db/pool.ts'
import { hasWritten, rememberingWrites } from '#kernel/db/written.ts'
import { noReactions, now, openCounters } from '../world/counter-tables.ts'
import { holdLocks } from '../world/locks.ts'

let counters: Awaited<ReturnType<typeof openCounters>>
beforeAll(async () => {
  counters = await openCounters()
})
afterAll(() => counters.db.close())

test.for([10, 25])('%i who decide about one row at once all take effect, each exactly once', async (batch) => {
  const crowded = openDb(counters.url, { role: 'florin_app', connectionsMax: batch })
  onTestFinished(() => crowded.close())
  const { id } = await counters.newCounter(`batch ${batch}`)
  const { holdRow, untilWaiting } = holdLocks(counters.url, crowded)
  const row = await holdRow('laws.counters', id)
  let decisions = 0
  const sips = Array.from({ length: batch }, () =>
    decide(async () => {
      decisions++
      const { version, sips } = await counters.counterOf(id)
      const change = update('laws.counters', { set: { sips: sips + 1n, version: version + 1 }, where: { id, version } })
      await commit({ db: crowded, react: noReactions }, now, [change])
    }),
  )
  await untilWaiting(batch)
  expect(decisions).toBe(batch)
  await row.release()
  await Promise.all(sips)
  expect(await counters.counterOf(id)).toMatchObject({ sips: BigInt(batch), version: batch + 1 })
  expect(decisions).toBeGreaterThan(batch)
})

test('a decision that is stale every time ends with an error', async () => {
  const { id } = await counters.newCounter('stale-for-ever')
  let tries = 0
  const never = decide(async () => {
    tries++
    await counters.write(update('laws.counters', { set: { owner: 'bob' }, where: { id, version: 0 } }))
  })
  await expect(never).rejects.toBeInstanceOf(StaleWrite)
  expect(tries).toBe(30)
})

test('a request knows whether it has written: a commit that was stale, or found no connection, is none', async () => {
  const { id } = await counters.newCounter('written')
  const only = openDb(counters.url, { role: 'florin_app', connectionsMax: 1, waitForConnectionMs: 1_000 })
  onTestFinished(() => only.close())
  const change = (version: number) =>
    update('laws.counters', { set: { owner: 'bob', version: 2 }, where: { id, version } })
  const one = { write: (version: number) => commit({ db: only, react: noReactions }, now, [change(version)]) }
  await rememberingWrites(async () => {
    await expect(one.write(7)).rejects.toBeInstanceOf(StaleWrite)
    const { holdRow, untilWaiting } = holdLocks(counters.url, counters.db)
    const row = await holdRow('laws.counters', id)
    const taken = only.run('select from laws.counters where id = $1 for update', [id])
    await untilWaiting(1)
    await expect(one.write(1)).rejects.toBeInstanceOf(NoConnection)
    await row.release()
    await taken
    expect(hasWritten()).toBe(false)
    await one.write(1)
    expect(hasWritten()).toBe(true)
  })
  expect(hasWritten()).toBe(false)
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
  const [a, b] = [await counters.newCounter('cross-a'), await counters.newCounter('cross-b')]
  const sip = (id: bigint) => update('laws.counters', { set: { sips: increase(1n) }, where: { id } })
  const { holdRow, untilWaiting } = holdLocks(counters.url, counters.db)
  const held = [await holdRow('laws.counters', a.id), await holdRow('laws.counters', b.id)]
  const crossed = [
    decide(() => counters.write(sip(a.id), sip(b.id))),
    decide(() => counters.write(sip(b.id), sip(a.id))),
  ]
  await untilWaiting(2)
  for (const row of held) await row.release()
  await Promise.all(crossed)
  expect([(await counters.counterOf(a.id)).sips, (await counters.counterOf(b.id)).sips]).toEqual([2n, 2n])
})

test('a snapshot sees one moment, whatever is written meanwhile, and cannot write', async () => {
  const { id } = await counters.newCounter('in-a-snapshot')
  const read = await counters.db.snapshot(async (moment) => {
    const before = await moment.run('select sips from laws.counters where id = $1', [id])
    await counters.write(update('laws.counters', { set: { sips: 9n }, where: { id } }))
    const after = await moment.read.selectFrom('laws.counters').select('sips').where('id', '=', id).execute()
    return [...before, ...after]
  })
  expect(read).toEqual([{ sips: 0n }, { sips: 0n }])
  expect((await counters.counterOf(id)).sips).toBe(9n)
  const writing = counters.db.snapshot((moment) => moment.run('update laws.counters set sips = 1 where id = $1', [id]))
  await expect(writing).rejects.toMatchObject({ code: '25006' })
})

test('a connection keeps the statements that were used last, and one that was dropped is prepared again', async () => {
  const db = openDb(counters.url, { role: 'florin_app', connectionsMax: 1 })
  onTestFinished(() => db.close())
  const count = preparedMax + 40
  for (let n = 0; n < count; n++) await db.run(`select ${n} as n, $1::int as given`, [n])
  const [row] = await db.run('select count(*)::int as kept from pg_prepared_statements', [])
  expect(row!.kept).toBeLessThanOrEqual(preparedMax + 1)
  expect(await db.run('select 0 as n, $1::int as given', [7])).toEqual([{ n: 0, given: 7 }])
  expect(await db.run(`select ${count - 1} as n, $1::int as given`, [8])).toEqual([{ n: count - 1, given: 8 }])
})
