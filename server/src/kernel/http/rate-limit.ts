import { createHmac } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Rate, refused, type Taken } from './rate.ts'
import { takeShared } from './rate-limit-store.ts'

/** So many points in so long: the whole burst at once, and then one point each `per / points`. */
export type RateLimit = {
  points: number
  per: Temporal.Duration
  /** Counted in the database for all processes together, for one small write a call; else by each process in memory. */
  shared: boolean
}

/** Limits by their names in the table of the program. */
export type RateLimiter = {
  /** Takes a point of the key, such as an address, or says in how many seconds there is one again. */
  take(name: string, key: string): Promise<Taken>
}

/**
 * Counts by the generic cell rate algorithm (ITU-T I.371): one moment for each key, at which all its points are back. The
 * library rate-limiter-flexible does the same, but takes the time from the machine, and here time comes from our clock.
 * Limits go by the wall: they guard the machine, and a test clock that stands still must not lock callers out.
 */
export function openRateLimiter(
  {
    db,
    clock,
    secret,
    onRefused,
  }: {
    db: Reader
    clock: Clock
    /** Keys are kept by a digest under it, so that nobody finds an address by trying; the same in all processes. */
    secret: Uint8Array
    onRefused?: (name: string, key: string) => Promise<void>
  },
  limits: Readonly<Record<string, RateLimit>>,
): RateLimiter {
  const memory = new Map<string, number>()
  return {
    take: async (name, key) => {
      const limit = limits[name]
      if (!limit) return { allowed: true }
      const now = clock.wall()
      const hashed = createHmac('sha256', secret).update(key).digest('base64url').slice(0, 22)
      const taken = limit.shared
        ? await takeShared(db, now, { name, key: hashed }, rateOf(limit))
        : takeInMemory(memory, now, `${name} ${hashed}`, rateOf(limit))
      if (!taken.allowed) await onRefused?.(name, key)
      return taken
    },
  }
}

const rateOf = ({ points, per }: RateLimit): Rate => {
  const burstMs = per.total({ unit: 'milliseconds', relativeTo: Temporal.PlainDate.from('2000-01-01') })
  return { burstMs, pointMs: burstMs / points }
}

export function takeInMemory(memory: Map<string, number>, now: Instant, key: string, rate: Rate): Taken {
  const nowMs = now.epochMilliseconds
  const fullAtMs = Math.max(memory.get(key) ?? 0, nowMs) + rate.pointMs
  if (fullAtMs - nowMs > rate.burstMs + slackMs) return refused(fullAtMs - nowMs - rate.burstMs)
  // Again at the end, so that the first is the one that was longest without a call.
  memory.delete(key)
  memory.set(key, fullAtMs)
  if (memory.size > keysMax) for (const [oldest] of memory.entries().take(memory.size - keysMax)) memory.delete(oldest)
  return { allowed: true }
}
/** Beyond it the key that was silent for longest is forgotten: memory has a limit, and a limiter must not fill it. */
const keysMax = 100_000
/** For what is lost when a duration is divided by its points. */
const slackMs = 0.001

/** The key of a caller's address. Of IPv6 it is the /64 network: one household has that many addresses. */
export function addressKey(ip: string): string {
  if (!isAddress(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0])}/64`
}

export const isAddress = (unchecked: string): boolean => ipaddr.isValid(unchecked)
