import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCounters } from '../world/counter-tables.ts'
import { holdLocks } from '../world/locks.ts'

let counters: Awaited<ReturnType<typeof openCounters>>
beforeAll(async () => {
  counters = await openCounters()
})
afterAll(() => counters.db.close())

test('a race waits for those who want the held row, one behind the other, and not for those who wait for something else', async () => {
  const [wanted, other] = [await counters.newCounter('wanted'), await counters.newCounter('other')]
  const [test, stranger] = [holdLocks(counters.url), holdLocks(counters.url)]
  const [row, others] = [
    await test.holdRow('laws.counters', wanted.id),
    await stranger.holdRow('laws.counters', other.id),
  ]
  const take = (id: bigint) => counters.db.run('select from laws.counters where id = $1 for update', [id])
  const elsewhere = take(other.id)
  await stranger.untilWaiting(1)
  expect(await test.waiting()).toBe(0)
  const first = take(wanted.id)
  await test.untilWaiting(1)
  const second = take(wanted.id)
  await test.untilWaiting(2)
  expect(await test.waiting()).toBe(2)
  await Promise.all([row.release(), others.release()])
  await Promise.all([elsewhere, first, second])
})
