import { expect, test } from 'vitest'
import { inBatches } from '#kernel/db/load-in-batches.ts'
import { hasWritten, rememberingWrites, rememberWrite } from '#kernel/db/written.ts'

/** A request that does one thing with others, and says afterwards whether it has written. */
const request = (work: () => Promise<unknown>): Promise<boolean> =>
  rememberingWrites(async () => {
    await work().catch(() => undefined)
    return hasWritten()
  })

test('of requests whose writes share a batch each has written', async () => {
  const work = inBatches(async (items: readonly number[]) => {
    rememberWrite()
    return items
  })
  expect(await Promise.all([1, 2, 3].map((item) => request(() => work(item))))).toEqual([true, true, true])
})

test('a request whose part of a batch wrote nothing has written nothing, also when it began the batch', async () => {
  const work = inBatches(
    async (items: readonly number[]) => {
      if (items.includes(1)) throw new Error('no')
      await Promise.resolve()
      rememberWrite()
      return items
    },
    { wrote: (item) => item !== 3 },
  )
  expect(await Promise.all([1, 2, 3].map((item) => request(() => work(item))))).toEqual([false, true, false])
})

test('a batch that follows another is none of the requests of the one before', async () => {
  const batches: (() => void)[] = []
  const work = inBatches(
    async (items: readonly number[]) => {
      await new Promise<void>((resolve) => batches.push(resolve))
      if (items.includes(2)) rememberWrite()
      return items
    },
    { waitMs: 60_000 },
  )
  const first = request(() => work(1))
  await expect.poll(() => batches.length).toBe(1)
  const second = request(() => work(2))
  batches[0]!()
  await expect.poll(() => batches.length).toBe(2)
  batches[1]!()
  expect(await Promise.all([first, second])).toEqual([false, true])
})

test('work that writes and fails after that has written', async () => {
  const work = inBatches(async (): Promise<number[]> => {
    rememberWrite()
    throw new Error('no')
  })
  expect(await request(() => work(1))).toBe(true)
})
