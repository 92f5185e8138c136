import { expect, test } from 'vitest'
import { notificationQueue } from './queue.ts'

test('after the first delivery four more follow, 1 min, 5 min, 1 h and 24 h apart', () => {
  const { triesMax, nextTryAt } = notificationQueue.schedule
  let at = Temporal.Instant.from('2026-03-28T12:00:00Z')
  const times: string[] = []
  for (let left = triesMax - 1; ; left--) {
    const next = nextTryAt(at, left)
    if (!next) break
    times.push(String(next))
    at = next
  }
  expect(times).toEqual([
    '2026-03-28T12:01:00Z',
    '2026-03-28T12:06:00Z',
    '2026-03-28T13:06:00Z',
    '2026-03-29T13:06:00Z',
  ])
})
