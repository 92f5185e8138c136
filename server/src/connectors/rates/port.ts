import type { Asset } from '#kernel/base/assets.ts'
import type { Instant } from '#kernel/base/clock.ts'

/** Where exchange rates come from. One side of each is the euro. */
export type RatesProvider = {
  /** Kept with each rate: small letters, digits and dashes. */
  name: string
  /** The newest rates. Throws `NoRates` if there are none, or if they cannot be read. */
  read(): Promise<readonly QuotedRate[]>
  close(): Promise<void>
}

/** One unit of `base` (a euro, an ether) is worth `rate` units of `quote`, as of a moment that the source names. */
export type QuotedRate = {
  base: Asset
  quote: Asset
  /** Its own digits: a rate is never a float. */
  rate: string
  at: Instant
}

export class NoRates extends Error {
  override readonly name = 'NoRates'
}

export const euro = 'EUR'

/** Up to 20 digits on each side of the point, and not zero. */
export const isRate = (text: string): boolean => /^\d{1,20}(?:\.\d{1,20})?$/.test(text) && /[1-9]/.test(text)
