import { expect, test } from 'vitest'
import { isHash, makeHash } from './hash.ts'
import { type LinkState, linkStateOf } from './link.ts'

const open = {
  active: true,
  limitAccess: 10,
  expireDate: Temporal.PlainDate.from('2026-11-20'),
  reserved: 3,
  paid: 6,
  removedAt: undefined,
}
const noon = Temporal.Instant.from('2026-11-20T10:00:00Z')

test.each<[string, Partial<Parameters<typeof linkStateOf>[0]>, string, LinkState]>([
  ['a place is free', {}, '2026-11-20T10:00:00Z', 'open'],
  ['the last place is reserved', { reserved: 4 }, '2026-11-20T10:00:00Z', 'used-up'],
  ['it was paid as often as it may be', { reserved: 0, paid: 10 }, '2026-11-20T10:00:00Z', 'used-up'],
  ['its limit was lowered', { limitAccess: 5 }, '2026-11-20T10:00:00Z', 'used-up'],
  ['it has no limit', { limitAccess: undefined, paid: 1_000_000 }, '2026-11-20T10:00:00Z', 'open'],
  ['the last second of its last day', {}, '2026-11-20T21:59:59Z', 'open'],
  ['midnight at the site', {}, '2026-11-20T22:00:00Z', 'expired'],
  ['it has no last day', { expireDate: undefined }, '2099-01-01T00:00:00Z', 'open'],
  ['it is switched off', { active: false }, '2026-11-20T10:00:00Z', 'inactive'],
  ['it was removed', { removedAt: noon, active: false }, '2026-11-20T10:00:00Z', 'removed'],
])('%s', (_, change, at, state) => {
  expect(linkStateOf({ ...open, ...change }, Temporal.Instant.from(at), 'Europe/Bucharest')).toBe(state)
})

test('names of links are all different, and can be typed', () => {
  const names = Array.from({ length: 1_000 }, makeHash)
  expect(new Set(names).size).toBe(1_000)
  expect(names.filter((name) => !isHash(name) || /[0OIl]/.test(name))).toEqual([])
})
