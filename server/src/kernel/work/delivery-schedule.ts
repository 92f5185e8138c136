import type { Instant } from '#kernel/base/clock.ts'

/** When an outgoing message is sent again after a failed attempt. */
export type DeliverySchedule = {
  /** Attempts in all: the first, and one after each delay. */
  triesMax: number
  /** When the next attempt is made after one that failed; undefined when no attempt is left. */
  nextTryAt(failedAt: Instant, triesLeft: number): Instant | undefined
}

/**
 * A schedule of fixed delays, in milliseconds, each counted from the end of the attempt that failed. There is no jitter: the times
 * are documented for the receivers of the messages.
 */
export function deliverySchedule(delaysMs: readonly number[]): DeliverySchedule {
  const triesMax = delaysMs.length + 1
  return {
    triesMax,
    nextTryAt: (failedAt, triesLeft) => {
      const delayMs = triesLeft > 0 ? delaysMs[triesMax - 1 - triesLeft] : undefined
      return delayMs === undefined ? undefined : failedAt.add({ milliseconds: delayMs })
    },
  }
}
