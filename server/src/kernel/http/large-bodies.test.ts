import { expect, test } from 'vitest'
import { turnToParse } from './large-bodies.ts'

test('of large bodies that arrive at the same moment each is parsed in a turn of its own, and small ones go before them', async () => {
  let turn = 0
  let watching = true
  const count = () => {
    turn++
    if (watching) setImmediate(count)
  }
  count()
  const parsedIn: number[] = []
  const large = Array.from({ length: 8 }, async () => {
    await turnToParse(1_000_000)
    parsedIn.push(turn)
  })
  await turnToParse(1_000)
  expect(parsedIn).toEqual([])
  await Promise.all(large)
  watching = false
  expect(new Set(parsedIn).size).toBe(8)
})
