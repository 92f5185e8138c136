import type { Instant } from '#kernel/base/clock.ts'

/** A day of the host ends at its cut-over, which its profile has in the time zone of fields 12 and 13. */
export type CutOver = { timeZone: string; cutOver: string }

export type Span = { begins: Instant; ends: Instant }

/**
 * The first moment of a day, and that of the next one. A day is named by the date in which most of it lies: with a cut-over
 * at 22:00 that is the date on which it ends, and with one at 02:00 the date on which it begins.
 */
export function spanOf(day: Temporal.PlainDate, { timeZone, cutOver }: CutOver): Span {
  const plainTime = Temporal.PlainTime.from(cutOver)
  const first = plainTime.hour >= 12 ? day.subtract({ days: 1 }) : day
  const at = (date: Temporal.PlainDate) => date.toZonedDateTime({ timeZone, plainTime }).toInstant()
  return { begins: at(first), ends: at(first.add({ days: 1 })) }
}

/** The day that a moment is in. */
export function businessDayOf(at: Instant, host: CutOver): Temporal.PlainDate {
  const date = at.toZonedDateTimeISO(host.timeZone).toPlainDate()
  const dates = [date.subtract({ days: 1 }), date, date.add({ days: 1 })]
  return dates.findLast((day) => Temporal.Instant.compare(spanOf(day, host).begins, at) <= 0)!
}
