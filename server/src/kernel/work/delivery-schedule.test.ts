import { expect, test } from 'vitest'
import { deliverySchedule } from './delivery-schedule.ts'

const start = Temporal.Instant.from('2026-03-28T12:00:00Z')

test('after the first attempt one follows each delay, and then none', () => {
  const schedule = deliverySchedule([1_000, 60_000])
  expect(schedule.triesMax).toBe(3)
  expect(String(schedule.nextTryAt(start, 2))).toBe('2026-03-28T12:00:01Z')
  expect(String(schedule.nextTryAt(start, 1))).toBe('2026-03-28T12:01:00Z')
  expect(schedule.nextTryAt(start, 0)).toBeUndefined()
})

test('without delays a message is tried once', () => {
  const schedule = deliverySchedule([])
  expect(schedule.triesMax).toBe(1)
  expect(schedule.nextTryAt(start, 0)).toBeUndefined()
})
