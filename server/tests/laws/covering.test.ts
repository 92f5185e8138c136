import { expect, test } from 'vitest'
import { covering, runs } from '../world/length.ts'

const matrix = {
  page: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'],
  language: ['en', 'de', 'he', 'el'],
  theme: ['light', 'dark'],
} as const
const pairs = (one: keyof typeof matrix, other: keyof typeof matrix) =>
  new Set(covering(matrix, { whole: false }).map((row) => `${row[one]} ${row[other]}`))

test('a short run tries each value of the longest list once, and those of the others equally often', () => {
  const rows = covering(matrix, { whole: false })
  expect(rows.map(({ page }) => page)).toEqual(matrix.page)
  const counts = (name: keyof typeof matrix) =>
    [...Map.groupBy(rows, (row) => row[name]).values()].map((all) => all.length)
  expect(counts('language')).toEqual([3, 3, 3, 3])
  expect(counts('theme')).toEqual([6, 6])
})

test('a short run meets the pairs of the shorter lists, and is the same in every run', () => {
  expect(pairs('language', 'theme').size).toBe(4 * 2)
  expect(covering(matrix, { whole: false })).toEqual(covering(matrix, { whole: false }))
})

test('a long run tries every combination', () => {
  const rows = covering(matrix, { whole: true })
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(12 * 4 * 2)
})

test('the number of runs of a property is a fifth, ten at least, and never more than was asked for', () => {
  const short = process.env.FLORIN_TESTS === 'long' ? [500, 20, 5] : [100, 10, 5]
  expect([500, 20, 5].map((whole) => runs(whole).numRuns)).toEqual(short)
})
