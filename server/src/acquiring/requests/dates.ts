import type { Instant } from '#kernel/base/clock.ts'
import { type Field, moment } from '#kernel/http/form-field.ts'

/** ISO 8601 with an offset, or only a date, which is the start of that day in the given zone. Whole milliseconds. */
export function readMoment(field: Field, timeZone: string): { at: Instant; dateOnly: boolean } | undefined {
  const read = moment(field)
  if (!read) return undefined
  const at = read.in(timeZone, 'from').round({ smallestUnit: 'millisecond', roundingMode: 'trunc' })
  return { at, dateOnly: read.dateOnly }
}
