import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { type DueWork, runDueWorkOnce, startDueWork } from '#kernel/work/due-work.ts'

const db = {
  listen: async () => ({ stop: async () => undefined }),
  run: async () => [{ found: [false] }],
} as unknown as Db

/** A fair work with as many items as are claimed, whose claims are counted, and of which the oldest can be ended. */
async function openFairWork() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const underWay: PromiseWithResolvers<void>[] = []
  const seen = { claims: 0 }
  const work: DueWork = {
    name: 'deliver',
    table: 'notifications.notifications',
    isFair: true,
    batch: 8,
    atOnce: 16,
    claim: async (limit) => {
      seen.claims++
      return Array.from({ length: Math.min(limit, 8 - underWay.length) }, (_, nth) => BigInt(nth))
    },
    run: async () => {
      const ended = Promise.withResolvers<void>()
      underWay.push(ended)
      await ended.promise
    },
  }
  const working = await startDueWork({ db, clock: systemClock, log: silentLog }, [work], { everyMs: 3_600_000 })
  onTestFinished(async () => {
    const stopping = working.stop()
    for (const { resolve } of underWay) resolve()
    await stopping
  })
  const turns = async () => {
    for (let turn = 0; turn < 5; turn++) await setImmediate()
  }
  const end = async (count: number) => {
    for (const { resolve } of underWay.splice(0, count)) resolve()
    await turns()
  }
  await turns()
  return { seen, end }
}

test('a claim that takes ahead is made again when half of what was under way has ended', async () => {
  const { seen, end } = await openFairWork()
  await end(2)
  await end(1)
  expect(seen.claims).toBe(1)
  await end(1)
  expect(seen.claims).toBe(2)
})

test('the owner of a few items that end early waits for the next ones no longer than a moment', async () => {
  const { seen, end } = await openFairWork()
  await end(1)
  expect(seen.claims).toBe(1)
  await vi.advanceTimersByTimeAsync(20)
  await end(0)
  expect(seen.claims).toBe(2)
})

test('a kind whose items cannot be claimed keeps no other back', async () => {
  const done: string[] = []
  const work = (name: string, claim: DueWork['claim']): DueWork => ({
    name,
    table: 'notifications.notifications',
    claim,
    run: async (id) => void done.push(`${name} ${id}`),
  })
  const works = [work('broken', () => Promise.reject(new Error('no column'))), work('whole', async () => [1n])]
  expect(await runDueWorkOnce(works, silentLog)).toBe(1)
  expect(done).toEqual(['whole 1'])
})
