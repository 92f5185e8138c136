import { randomInt, randomUUID } from 'node:crypto'
import { ulid } from 'ulid'
import type { Instant } from './clock.ts'

const idPattern = /^[1-9]\d{0,18}$/

/**
 * Reads an integer id from text or a number; undefined for anything that cannot be one. A guessable integer is never
 * enough to reach a thing: each query carries its owner.
 */
export function readId<Id extends bigint>(unchecked: unknown): Id | undefined {
  const text = typeof unchecked === 'number' || typeof unchecked === 'string' ? String(unchecked) : ''
  return idPattern.test(text) && BigInt(text) <= idMax ? (BigInt(text) as Id) : undefined
}
const idMax = 2n ** 63n - 1n

/**
 * A UUID of version 7 (RFC 9562, 5.7): it sorts by the moment it was made at, and within a millisecond by the order in
 * which this process has made it; 62 of its bits are random. The moment is that of the business, which `randomUUIDv7` does
 * not know.
 */
export function uuidAt(now: Instant): string {
  const time = now.epochMilliseconds.toString(16).padStart(12, '0')
  const place = placeIn(now.epochMilliseconds).toString(16).padStart(3, '0')
  // From its variant on a random UUID is as one of version 7; node keeps random bytes ready for it.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${place}-${randomUUID().slice(19)}`
}

/** A ULID: it sorts by the moment it was made at, and 80 of its bits are random. */
export const ulidAt = (now: Instant): string => ulid(now.epochMilliseconds, () => randomInt(32) / 32)

const last = { ms: 0, place: 0 }
function placeIn(ms: number): number {
  last.place = ms === last.ms ? Math.min(last.place + 1, 0xfff) : 0
  last.ms = ms
  return last.place
}
