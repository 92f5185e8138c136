import { expect, test } from 'vitest'
import { read, tracked } from './repository.ts'

/** Before it, no database was so large that a moment's wait was felt. */
const firstApart = 139
/** Tables that stay small, however long an installation is used. */
const small = ['access.staff_sessions']

test('indexes of tables that may be large are built beside those who write', () => {
  const waited = tracked
    .filter((path) => Number(/^server\/migrations\/(\d{4})-[^/]+$/.exec(path)?.[1] ?? 0) >= firstApart)
    .flatMap((path) => {
      const sql = read(path).text.replaceAll(/^ *--.*$/gm, '')
      const indexes = sql.matchAll(/create (?:unique )?index (?!concurrently)(?:\w+ )?on ([a-z_]+\.[a-z_]+)/g)
      return [...indexes]
        .map(([, table]) => table!)
        .filter((table) => !sql.includes(`create table ${table} `) && !small.includes(table))
        .map((table) => `${path}: the index of ${table} belongs in a migration without a transaction`)
    })
  expect(waited).toEqual([])
})
