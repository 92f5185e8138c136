import { expect, test } from 'vitest'
import { loadInBatches } from './load-in-batches.ts'

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

test('a batch that fails, fails for all its keys and for none that come later', async () => {
  const { find } = library()
  const both = await Promise.allSettled([find('a'), find('broken')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await find('a')).toBe('A')
})
