import { expect, test } from 'vitest'
import { checkConfig } from './config.ts'

test.each([
  'postgres://florin:geheim#7@base.internal:5432/florin',
  'postgres://florin:ge/heim7@base.internal:5432/florin',
  'postgres://florin:100%geheim7@base.internal/florin',
])('an address of a database whose password is not encoded is named, and not repeated: %s', (url) => {
  for (const name of ['DATABASE_URL', 'FLORIN_READ_DATABASE_URL']) {
    const { problems } = checkConfig({ DATABASE_URL: 'postgres://florin@base/florin', [name]: url })
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name}: .*%23 for #, %2F for /`))])
    expect(problems.join()).not.toContain('heim')
  }
})

test.each([
  'postgres://florin:ge%2Fheim%237@a:5432,b:5432/florin?sslmode=verify-full',
  'postgres:///florin?host=/var/run/postgresql&user=florin@base',
  'postgres://base.internal/florin?user=florin@base',
  'postgresql://florin@[::1]:5432/florin',
])('an address that can be read is taken: %s', (DATABASE_URL) => {
  expect(checkConfig({ DATABASE_URL }).problems).toEqual([])
})
