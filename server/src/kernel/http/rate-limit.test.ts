import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressKey, takeInMemory } from './rate-limit.ts'

const start = Temporal.Instant.from('2026-05-04T10:00:00Z')

test('in no window are more than the burst and what came back in it allowed, and a patient caller is never refused', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 200 }),
      (points, gaps) => {
        const rate = { burstMs: 10_000, pointMs: 10_000 / points }
        const memory = new Map<string, number>()
        let now = start
        let allowed = 0
        for (const gap of gaps) {
          now = now.add({ milliseconds: gap })
          const taken = takeInMemory(memory, now, 'key', rate)
          if (taken.allowed) allowed++
          else {
            const after = now.add({ seconds: taken.retryAfterSeconds })
            expect(takeInMemory(new Map(memory), after, 'key', rate)).toEqual({ allowed: true })
          }
        }
        const elapsedMs = now.epochMilliseconds - start.epochMilliseconds
        expect(allowed).toBeLessThanOrEqual(points + Math.floor(elapsedMs / rate.pointMs + 0.001))
      },
    ),
  )
})

test('memory does not grow beyond its limit: the key that was silent for longest is forgotten', () => {
  const memory = new Map<string, number>()
  for (let key = 0; key < 100_010; key++) takeInMemory(memory, start, `key ${key}`, { burstMs: 1_000, pointMs: 1_000 })
  expect([memory.size, memory.has('key 9'), memory.has('key 10')]).toEqual([100_000, false, true])
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['unknown', 'unknown'],
])('%s counts with %s', (one, other) => expect(addressKey(one)).toBe(addressKey(other)))
