import { randomBytes } from 'node:crypto'
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
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.epochMilliseconds, 0, 6)
  bytes.writeUInt16BE(0x7000 | placeIn(now.epochMilliseconds), 6)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const last = { ms: 0, place: 0 }
function placeIn(ms: number): number {
  last.place = ms === last.ms ? Math.min(last.place + 1, 0xfff) : 0
  last.ms = ms
  return last.place
}
