import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { type Call, commits, locks } from './named-calls.ts'

test('every commit is named after the file of its use case, so that the logs of the database say who wrote', () => {
  expect(wronglyNamed(commits)).toEqual([])
  expect(commits.length).toBeGreaterThan(50)
})

test('every lock is named after the file of its use case, so that the logs of the database say who waited', () => {
  expect(wronglyNamed(locks)).toEqual([])
  expect(locks.length).toBeGreaterThan(10)
})

const wronglyNamed = (calls: readonly Call[]): string[] =>
  calls
    .filter(({ file, name, isPassedOn }) => !isPassedOn && name !== basename(file.path, '.ts'))
    .map(({ file, line, name }) => `${file.path}:${line}: ${name ?? 'no name'}`)
