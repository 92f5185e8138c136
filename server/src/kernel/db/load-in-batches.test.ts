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

test('what is asked for at once is asked for together, each thing once', async () => {
  const { requested, find } = library()
  expect(await Promise.all(['a', 'b', 'a'].map(find))).toEqual(['A', 'B', 'A'])
  expect(requested).toEqual([['a', 'b']])
})

test('what is not there is undefined', async () => {
  const { find } = library()
  expect(await Promise.all([find('a'), find('missing')])).toEqual(['A', undefined])
})

test('more than fit into one question are asked for in several', async () => {
  const { requested, find } = library()
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(find))
  expect(requested).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
})

test('who asks later is answered anew, and never with what was known before', async () => {
  const { requested, find } = library()
  await find('a')
  await find('a')
  expect(requested).toEqual([['a'], ['a']])
})

test('a question that fails fails for all who asked it, and for nobody after them', async () => {
  const { find } = library()
  const both = await Promise.allSettled([find('a'), find('broken')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await find('a')).toBe('A')
})
