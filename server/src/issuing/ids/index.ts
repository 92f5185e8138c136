import { ulid } from 'ulid'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'

/**
 * Ids that modules of the issuing half name without knowing one another. On the wire a holder is a customer
 * (`cust_` and a ULID, wire fact 6.1).
 */
export type HolderId = Brand<string, 'HolderId'>

/** Sorts by the time it was made; 80 of its bits are random. */
export const newHolderId = (now: Instant): HolderId => `cust_${ulid(now.epochMilliseconds)}` as HolderId

export const readHolderId = (unchecked: unknown): HolderId | undefined =>
  typeof unchecked === 'string' && /^cust_[0-9A-HJKMNP-TV-Z]{26}$/.test(unchecked) ? (unchecked as HolderId) : undefined
