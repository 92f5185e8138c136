import type { PaymentStatusChanged } from '#acquiring/payments'
import type { Site } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'

/**
 * The last cut-off that has passed, and the next. A cut-off is a wall time of the site's zone, every day; where
 * a clock change skips it, it is the moment after, which may be of the next day.
 */
export function cutOffsAround(now: Instant, { timeZone, cutOff }: Pick<Site, 'timeZone' | 'cutOff'>) {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const near = [-2, -1, 0, 1, 2].map((days) =>
    today.add({ days }).toZonedDateTime({ timeZone, plainTime: cutOff }).toInstant(),
  )
  const isPast = (moment: Instant) => Temporal.Instant.compare(moment, now) <= 0
  return { last: near.findLast(isPast)!, next: near.find((moment) => !isPast(moment))! }
}

/**
 * Makes a site's next settlement due when the first of its money moves. After that the row is kept, and each settlement
 * makes the next one due.
 */
export const scheduleCutOff = (now: Instant, { action, payment: { siteId } }: PaymentStatusChanged): Write[] =>
  incoming.has(action)
    ? [insert('settlement.cut_offs', { id: BigInt(siteId), due_at: now }, { orElse: { conflict: ['id'], set: [] } })]
    : []

/** What else moves money can only follow one of these. */
const incoming: ReadonlySet<PaymentStatusChanged['action']> = new Set(['sell', 'capture', 'chargeBack'])
