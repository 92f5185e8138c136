import { expect, test } from 'vitest'
import { openPlaces } from './places.ts'

/** Pieces of work that end when the test says so, by name. */
function openWorks(most: number) {
  const inPlace = openPlaces<string>(most)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const begin = (owner: string, name: string) =>
    inPlace(owner, () => {
      begun.push(name)
      return ends.getOrInsertComputed(name, () => Promise.withResolvers<void>()).promise
    })
  const soon = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    begun,
    begin,
    soon,
    end: (name: string) => ends.get(name)!.resolve(),
    fail: (name: string) => ends.get(name)!.reject(new Error(name)),
  }
}

test('of one owner so many run at once, the others wait their turn, and another owner does not wait for them', async () => {
  const { begun, begin, soon, end } = openWorks(2)
  const all = ['a', 'b', 'c', 'd'].map((name) => begin('ana', name))
  all.push(begin('ben', 'e'))
  await soon()
  expect(begun).toEqual(['a', 'b', 'e'])
  end('b')
  await soon()
  expect(begun).toEqual(['a', 'b', 'e', 'c'])
  // One that comes while others wait is behind them.
  all.push(begin('ana', 'f'))
  for (const name of ['a', 'c', 'd', 'f', 'e']) {
    end(name)
    await soon()
  }
  await Promise.all(all)
  expect(begun).toEqual(['a', 'b', 'e', 'c', 'd', 'f'])
})

test('work that fails leaves its place to the next', async () => {
  const { begun, begin, soon, end, fail } = openWorks(1)
  const first = begin('ana', 'a')
  const second = begin('ana', 'b')
  await soon()
  fail('a')
  await expect(first).rejects.toThrow('a')
  await soon()
  expect(begun).toEqual(['a', 'b'])
  end('b')
  await second
})
