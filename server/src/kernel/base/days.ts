import type { Instant } from './clock.ts'

/** From one day to another, both included, as days are in a time zone. */
export type Days = { from: Temporal.PlainDate; to: Temporal.PlainDate; timeZone: string }

/** `from` is the first moment, and `until` the first one after them. */
export const momentsOf = ({ from, to, timeZone }: Days): { from: Instant; until: Instant } => ({
  from: from.toZonedDateTime(timeZone).toInstant(),
  until: to.add({ days: 1 }).toZonedDateTime(timeZone).toInstant(),
})

/** How many they are; none or fewer when the last is before the first. */
export const countDays = ({ from, to }: Days): number => from.until(to, { largestUnit: 'days' }).days + 1

/** The day and the minute for people: `2026-05-04 10:30`. */
export function minuteText(at: Instant, timeZone: string): string {
  const zoned = at.toZonedDateTimeISO(timeZone)
  return `${zoned.toPlainDate()} ${zoned.toPlainTime().toString({ smallestUnit: 'minute' })}`
}
