import { expect, test } from 'vitest'
import { monthsOf } from './months.ts'

const bill = {
  period: 1,
  amount: '9.90',
  isTrial: false,
  isDebt: false,
  failures: 0,
  retries: [],
  why: 'interval' as const,
}
const inShort = ({ months }: ReturnType<typeof monthsOf>) =>
  Object.fromEntries(
    months.map(({ month, entries }) => [month, entries.map(({ at, state }) => `${at.slice(0, 10)} ${state}`)]),
  )

test('a bill is in the month that it has in the zone of the page, over the end of a year', () => {
  const next = [
    { ...bill, at: '2026-11-30T22:30:00.000Z', isTrial: true },
    { ...bill, period: 2, at: '2026-12-31T22:30:00.000Z' },
    { ...bill, period: 3, at: '2028-01-31T22:30:00.000Z' },
  ]
  const now = '2026-11-21T12:00:00.000Z'
  const here = monthsOf(next, { now, zone: 'Europe/Bucharest' })
  expect(here.months).toHaveLength(12)
  expect(inShort(here)).toMatchObject({
    '2026-11': [],
    '2026-12': ['2026-11-30 trial'],
    '2027-01': ['2026-12-31 planned'],
    '2027-10': [],
  })
  expect(here.later).toBe(1)
  expect(inShort(monthsOf(next, { now, zone: 'UTC' }))['2026-11']).toEqual(['2026-11-30 trial'])
})

test('a debt is where it fell due, and its retries where they are; months after the last bill are not shown', () => {
  const retries = ['2026-11-29T08:00:00.000Z', '2026-12-02T08:00:00.000Z']
  const debt = { ...bill, at: '2026-10-28T08:00:00.000Z', isDebt: true, failures: 1, retries }
  expect(inShort(monthsOf([debt], { now: '2026-11-21T12:00:00.000Z', zone: 'UTC' }))).toEqual({
    '2026-10': ['2026-10-28 owed'],
    '2026-11': ['2026-11-29 retry'],
    '2026-12': ['2026-12-02 retry'],
  })
})
