import { expect, test } from 'vitest'
import { turnsOf } from './turns.ts'

test('the ways from a page are what the reply says of it, whatever was counted', () => {
  const keyset = { data: [], total: 10_000, totalIsExact: false }
  expect(turnsOf(keyset)).toEqual({})
  expect(turnsOf({ ...keyset, next: 'n' })).toEqual({ older: { after: 'n' } })
  expect(turnsOf({ ...keyset, total: 0, totalIsExact: true, next: 'n', previous: 'p' })).toEqual({
    newer: { before: 'p' },
    older: { after: 'n' },
  })
})

test('pages of a short list have numbers', () => {
  const numbered = { data: [], page: 2, size: 50, total: 101 }
  expect(turnsOf(numbered)).toEqual({ newer: { page: 1 }, older: { page: 3 }, words: { page: 2, pages: 3 } })
  expect(turnsOf({ ...numbered, page: 3 })).toEqual({ newer: { page: 2 }, words: { page: 3, pages: 3 } })
  expect(turnsOf({ ...numbered, page: 1, total: 0 })).toEqual({ words: { page: 1, pages: 1 } })
})
