import type { Instant } from '#kernel/base/clock.ts'

/**
 * A moment as the database writes it. What lies beyond the range of moments here, such as `infinity` or a year before Christ, is
 * the last or the first of them: nothing of ours writes one, and a single such row must not keep others from being read.
 */
export function readInstant(text: string): Instant {
  try {
    return Temporal.Instant.from(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return Temporal.Instant.fromEpochMilliseconds(/^-|BC$/.test(text) ? -furthestMs : furthestMs)
  }
}
const furthestMs = 8_640_000_000_000_000
