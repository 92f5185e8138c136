import type { Instant } from '#kernel/base/clock.ts'

/** The moments between which a merchant's volume is counted: `to` is not among them. */
export type Month = { from: Instant; to: Instant }

/**
 * The month whose volume counts for a capture: the last one that has ended, in UTC. A month counts as ended an hour after
 * its end, when every capture of it is recorded: so all processes see the same volume, and it never changes.
 */
export function volumeMonthOf(now: Instant): Month {
  const month = now.subtract({ hours: 1 }).toZonedDateTimeISO('UTC').toPlainDate().with({ day: 1 })
  const from = month.subtract({ months: 1 })
  return { from: startOf(from), to: startOf(month) }
}

const startOf = (day: Temporal.PlainDate): Instant => day.toZonedDateTime('UTC').toInstant()
