import { expect, test } from 'vitest'
import { read, tracked } from './repository.ts'

test('the loop knows of Florin what any partner and any store know', () => {
  const files = tracked.filter((path) => path.startsWith('server/loop/'))
  expect(files.length).toBeGreaterThan(5)
  const imported = files.flatMap((path) =>
    [...read(path).text.matchAll(/from '([^']+)'/g)].map(([, from]) => `${path}: ${from}`),
  )
  const allowed = /: (?:node:[\w/]+|\.\/[\w-]+\.ts|zod|@florin\/client)$/
  expect(imported.filter((line) => !allowed.test(line))).toEqual([])
})
