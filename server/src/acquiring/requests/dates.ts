import type { Instant } from '#kernel/base/clock.ts'
import { type Field, plainText } from './field.ts'

const day = String.raw`\d{4}-\d{2}-\d{2}`
const time = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?`
// A form that did not escape the plus of the offset delivers a space in its place.
const offset = String.raw`Z|[+ -]\d{2}(?::?\d{2})?`
const dateOnly = new RegExp(`^${day}$`)
const dateTime = new RegExp(`^(${day})[T ](${time})(${offset})$`, 'i')

/** ISO 8601 with an offset, or only a date, which is the start of that day in the given zone. Whole milliseconds. */
export function readMoment(field: Field, timeZone: string): { at: Instant; dateOnly: boolean } | undefined {
  if (!field.present) return undefined
  const read = plainText(field) ?? ''
  return (
    momentOf(read, timeZone) ??
    field.mustBe('an ISO 8601 date and time with an offset, such as 2031-01-31T12:00:00+00:00')
  )
}

function momentOf(read: string, timeZone: string): { at: Instant; dateOnly: boolean } | undefined {
  const parts = dateTime.exec(read)
  if (!parts && !dateOnly.test(read)) return undefined
  try {
    const at = parts
      ? Temporal.Instant.from(`${parts[1]}T${parts[2]}${parts[3]?.replace(' ', '+')}`)
      : Temporal.PlainDate.from(read).toZonedDateTime(timeZone).toInstant()
    return { at: at.round({ smallestUnit: 'millisecond', roundingMode: 'trunc' }), dateOnly: !parts }
  } catch (error) {
    if (error instanceof RangeError) return undefined // The 31st of a short month, and the like.
    throw error
  }
}
