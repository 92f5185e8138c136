import { expect, test } from 'vitest'
import { files } from './repository.ts'

const tests = files.filter(({ path }) => path.endsWith('.test.ts'))
const literal = /(['"`])((?:(?!\1)[^\\]|\\.)*)\1/.source

test('what a test of the long run names as its rule in small is a test of every run', () => {
  const inEveryRun = new Set(
    tests.flatMap(({ text }) =>
      [...text.matchAll(new RegExp(`(?:\\btest\\(|\\)\\(|\\btitle = )\\s*${literal}`, 'g'))].map(
        ([, , title]) => title,
      ),
    ),
  )
  const moved = tests.flatMap(({ path, text }) =>
    [...text.matchAll(/(.*)\n *longTest\(/g)].map(([, above]) => ({
      path,
      small: /\/\/ In small: (.+)$/.exec(above!)?.[1],
    })),
  )
  expect(moved.length).toBeGreaterThan(0)
  expect(moved.filter(({ small }) => !inEveryRun.has(small))).toEqual([])
})
