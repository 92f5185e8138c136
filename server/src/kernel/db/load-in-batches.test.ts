import { expect, test } from 'vitest'
import { inBatches, loaderByKey, loadInBatches } from './load-in-batches.ts'

function library() {
  const requested: string[][] = []
  const find = loadInBatches(
    async (keys: readonly string[]) => {
      requested.push([...keys])
      if (keys.includes('broken')) throw new Error('no answer')
      return new Map(keys.filter((key) => key !== 'missing').map((key) => [key, key.toUpperCase()]))
    },
    { most: 3 },
  )
  return { requested, find }
}

test('keys that are requested at the same time are loaded together, each once', async () => {
  const { requested, find } = library()
  expect(await Promise.all(['a', 'b', 'a'].map(find))).toEqual(['A', 'B', 'A'])
  expect(requested).toEqual([['a', 'b']])
})

test('a key that is not found is undefined', async () => {
  const { find } = library()
  expect(await Promise.all([find('a'), find('missing')])).toEqual(['A', undefined])
})

test('more keys than fit into one batch are loaded in several', async () => {
  const { requested, find } = library()
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(find))
  expect(requested).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})

test('a key that is requested later is loaded anew, and never from a cache', async () => {
  const { requested, find } = library()
  await find('a')
  await find('a')
  expect(requested).toEqual([['a'], ['a']])
})

test('a key that fails is asked for again, and fails, and none that come later', async () => {
  const { find } = library()
  for (let times = 0; times < 2; times++) await expect(find('broken')).rejects.toThrow()
  expect(await find('a')).toBe('A')
})

/** A library whose answers come when the test says so. */
function slowLibrary(waitMs: number) {
  const requested: { keys: readonly string[]; answer(): void }[] = []
  const find = loadInBatches(
    async (keys: readonly string[]) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      requested.push({ keys, answer: resolve })
      await promise
      return new Map(keys.map((key) => [key, key.toUpperCase()]))
    },
    { waitMs },
  )
  return { requested, find }
}

test('keys that are requested while others are loaded are the next batch, also the same key again', async () => {
  const { requested, find } = slowLibrary(60_000)
  const all = [find('a')]
  await expect.poll(() => requested.length).toBe(1)
  all.push(find('b'), find('a'))
  await new Promise(setImmediate)
  all.push(find('c'))
  await new Promise(setImmediate)
  expect(requested).toHaveLength(1)
  requested[0]!.answer()
  await expect.poll(() => requested.length).toBe(2)
  expect(requested[1]!.keys).toEqual(['b', 'a', 'c'])
  requested[1]!.answer()
  expect(await Promise.all(all)).toEqual(['A', 'B', 'A', 'C'])
})

test('a batch that takes long does not keep back those that come later', async () => {
  const { requested, find } = slowLibrary(5)
  const slow = find('slow')
  await expect.poll(() => requested.length).toBe(1)
  const later = find('later')
  await expect.poll(() => requested.length).toBe(2)
  requested[1]!.answer()
  expect(await later).toBe('LATER')
  requested[0]!.answer()
  expect(await slow).toBe('SLOW')
})

/** Work whose batches end when the test says so. */
function slowWork(options: { most: number; atOnce?: number; apart?: (item: number) => string | undefined }) {
  const batches: { items: readonly number[]; finish(): void }[] = []
  const work = inBatches(
    async (items: readonly number[]) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      batches.push({ items, finish: resolve })
      await promise
      return items.map((item) => -item)
    },
    { waitMs: 60_000, ...options },
  )
  const turns = () => new Promise(setImmediate)
  return { batches, work, turns, itemsOf: () => batches.map(({ items }) => items.length) }
}

test('work that comes while a batch is under way is the next batch, in its order', async () => {
  const { batches, work, turns } = slowWork({ most: 3 })
  const all = [work(1)]
  await turns()
  all.push(work(2), work(3))
  await turns()
  expect(batches).toHaveLength(1)
  batches[0]!.finish()
  expect(await all[0]).toBe(-1)
  await turns()
  expect(batches[1]!.items).toEqual([2, 3])
  batches[1]!.finish()
  expect(await Promise.all(all)).toEqual([-1, -2, -3])
})

test('a second batch is under way at the same time only when it is full', async () => {
  const { batches, work, turns, itemsOf } = slowWork({ most: 2, atOnce: 2 })
  const all = [1, 2, 3].map(work)
  await turns()
  expect(itemsOf()).toEqual([2])
  all.push(work(4))
  await turns()
  expect(itemsOf()).toEqual([2, 2])
  all.push(work(5), work(6))
  await turns()
  expect(itemsOf()).toEqual([2, 2])
  batches[1]!.finish()
  await turns()
  expect(itemsOf()).toEqual([2, 2, 2])
  for (const { finish } of batches) finish()
  expect(await Promise.all(all)).toEqual([-1, -2, -3, -4, -5, -6])
})

test('work that must be apart is in batches of its own turn, and the others do not wait for it', async () => {
  const { batches, work, turns } = slowWork({ most: 3, apart: (item) => (item > 10 ? 'the same row' : undefined) })
  const all = [11, 12, 1, 13, 2, 3].map(work)
  await turns()
  for (let nth = 0; nth < 3; nth++) {
    batches[nth]!.finish()
    await turns()
  }
  expect(batches.map(({ items }) => items)).toEqual([[11, 1, 2], [12, 3], [13]])
  expect(await Promise.all(all)).toEqual([-11, -12, -1, -13, -2, -3])
})

test('work that takes long does not keep back what comes later, and what fails, fails alone', async () => {
  const done: number[][] = []
  const work = inBatches(
    async (items: readonly number[]) => {
      done.push([...items])
      if (items.includes(1)) await new Promise(() => undefined)
      if (items.includes(2)) throw new Error('no')
      return items
    },
    { waitMs: 5 },
  )
  void work(1)
  await expect.poll(() => done).toEqual([[1]])
  await expect(work(2)).rejects.toThrow('no')
  expect(await work(3)).toBe(3)
})

test('work that throws at once fails alone: what began with it is done, and the next begins', async () => {
  const work = inBatches((items: readonly number[]) => {
    if (items.includes(1)) throw new Error('at once')
    return Promise.resolve(items)
  })
  const together = await Promise.allSettled([0, 1, 2].map(work))
  expect(together.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await work(2)).toBe(2)
})

test('a connection that is lost is the error of all, and nothing is tried again', async () => {
  let tries = 0
  const work = inBatches(async (): Promise<number[]> => {
    tries++
    throw new Error('Connection terminated unexpectedly')
  })
  const together = await Promise.allSettled([0, 1, 2].map(work))
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(tries).toBe(1)
})

test('a key that cannot be asked for fails alone, and keys asked for with it are found', async () => {
  const asked: number[] = []
  const find = loadInBatches(async (keys: readonly bigint[]) => {
    asked.push(keys.length)
    if (keys.includes(7n)) throw new RangeError('out of range')
    return new Map(keys.map((key) => [key, -key]))
  })
  const found = await Promise.allSettled(Array.from({ length: 32 }, (_, nth) => find(BigInt(nth))))
  expect(found.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(found[7]).toMatchObject({ reason: { message: 'out of range' } })
  expect(found[31]).toMatchObject({ value: -31n })
  expect(asked).toHaveLength(11)
})

test('each source is read by a loader of its own', async () => {
  const find = loaderByKey(async (source: { name: string }, keys: readonly string[]) => {
    const found = keys.map((key): [string, string] => [key, `${key} of ${source.name}`])
    return new Map(found)
  })
  const [one, other] = [{ name: 'one' }, { name: 'other' }]
  expect(await Promise.all([find(one, 'a'), find(other, 'a')])).toEqual(['a of one', 'a of other'])
})
