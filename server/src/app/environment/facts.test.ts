import { expect, test } from 'vitest'
import { environmentOf } from './facts.ts'

const nothing = { live: false, test: false, inUse: false }

test.each([
  ['nothing in it', nothing, 'staging', 'production'],
  ['live keys', { ...nothing, live: true }, 'production', 'production'],
  ['live keys beside those of tests', { live: true, test: true, inUse: true }, 'production', 'production'],
  ['keys of tests alone', { live: false, test: true, inUse: true }, 'staging', undefined],
  ['people, and no site', { ...nothing, inUse: true }, undefined, 'production'],
] as const)('a database with %s is what its facts say', (_what, facts, inStaging, inProduction) => {
  expect(environmentOf(facts, 'staging')).toBe(inStaging)
  expect(environmentOf(facts, 'production')).toBe(inProduction)
})
