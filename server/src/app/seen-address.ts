import { timingSafeEqual } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'

/** Where a process says how it sees a request, to who has its master keys: `florin doctor` asks it through the proxies. */
export const seenPath = '/health/seen'

/** A question may be so old: long enough for clocks that differ a little. */
const questionLifetime = Temporal.Duration.from({ minutes: 2 })

/** The query of a question that is asked at this moment. */
export const seenQuery = (keys: KeyRing, at: Instant): string =>
  `?${new URLSearchParams({ at: String(at.epochMilliseconds), proof: proofOf(keys, String(at.epochMilliseconds)).toString('hex') })}`

/** Whether a query was made with these keys, and just now. */
export function isSeenQuery(keys: KeyRing, query: unknown, now: Instant): boolean {
  const { at, proof } = query as Record<string, unknown>
  if (typeof at !== 'string' || typeof proof !== 'string' || !/^\d{13}$/.test(at)) return false
  const age = now.since(Temporal.Instant.fromEpochMilliseconds(Number(at))).abs()
  const given = Buffer.from(proof, 'hex')
  const expected = proofOf(keys, at)
  const isOfUs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOfUs && Temporal.Duration.compare(age, questionLifetime) < 0
}

const proofOf = (keys: KeyRing, at: string): Buffer => keys.fingerprint('page', `how a request is seen at ${at}`)

/** How a process saw a request: what it takes for the client's address and scheme, and whose connection it came on. */
export type SeenRequest = {
  address: string
  scheme: string
  host: string
  /** The other end of the connection: the proxy, where there is one. */
  peer: string
  isPeerTrusted: boolean
  isForwarded: boolean
  version: string
}
