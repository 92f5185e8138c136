import { expect, test } from 'vitest'
import { nextPayoutAt, readSchedule, scheduleText } from './schedule.ts'

const at = (text: string) => Temporal.Instant.from(text)
const next = (schedule: string, after: string, timeZone = 'Europe/Bucharest') =>
  String(nextPayoutAt(readSchedule(schedule)!, timeZone, at(after)))

test('a schedule is read in one way of writing, and anything else is refused', () => {
  for (const text of ['manual', 'daily', 'weekly MON', 'weekly SUN', 'monthly 1', 'monthly 28'])
    expect(scheduleText(readSchedule(text)!)).toBe(text)
  expect(scheduleText(readSchedule(' weekly  fri ')!)).toBe('weekly FRI')
  const wrong = ['', 'hourly', 'daily MON', 'weekly', 'weekly MOND', 'weekly 1', 'monthly', 'monthly 0', 'monthly 29']
  for (const text of [...wrong, 'monthly 1.5', 'manual 1', 'weekly MON TUE'])
    expect(readSchedule(text), text).toBeUndefined()
})

test('payouts are made at six in the morning where the merchant is, in summer and in winter', () => {
  expect(next('daily', '2026-05-04T10:00:00Z')).toBe('2026-05-05T03:00:00Z')
  expect(next('daily', '2026-05-05T02:59:59Z')).toBe('2026-05-05T03:00:00Z')
  expect(next('daily', '2026-05-05T03:00:00Z')).toBe('2026-05-06T03:00:00Z')
  expect(next('daily', '2026-12-04T10:00:00Z')).toBe('2026-12-05T04:00:00Z')
  // The night in which the clocks go back.
  expect(next('daily', '2026-10-24T10:00:00Z')).toBe('2026-10-25T04:00:00Z')
})

test('a week and a month come round on their day, over the end of a year', () => {
  expect(next('weekly MON', '2026-05-04T10:00:00Z')).toBe('2026-05-11T03:00:00Z')
  expect(next('weekly TUE', '2026-05-04T10:00:00Z')).toBe('2026-05-05T03:00:00Z')
  expect(next('monthly 1', '2026-12-04T10:00:00Z')).toBe('2027-01-01T04:00:00Z')
  expect(next('monthly 28', '2026-01-28T12:00:00Z', 'UTC')).toBe('2026-02-28T06:00:00Z')
  expect(nextPayoutAt({ every: 'manual' }, 'UTC', at('2026-01-28T12:00:00Z'))).toBeUndefined()
})
