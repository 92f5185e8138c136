import type { Instant } from '#kernel/base/clock.ts'
import { storable } from '#kernel/http/read-time.ts'

/** `dateOnly`: a day was named, and `at` is the start of it in the zone that it was read for. */
export type Moment = { readonly at: Instant; readonly dateOnly: boolean }

const day = String.raw`\d{4}-\d{2}-\d{2}`
const time = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?`
// A form that did not escape the plus of the offset delivers a space in its place (wire fact 3).
const offset = String.raw`Z|[+ -]\d{2}(?::?\d{2})?`
const dateOnly = new RegExp(`^${day}$`)
const dateTime = new RegExp(`^(${day})[T ](${time})(${offset})$`, 'i')

/** ISO 8601 with an offset, or only a date, which is the start of that day in the zone. Whole milliseconds. */
export function readMoment(text: string, timeZone: string): Moment | undefined {
  const parts = dateTime.exec(text)
  if (!parts && !dateOnly.test(text)) return undefined
  try {
    const at = parts
      ? Temporal.Instant.from(`${parts[1]}T${parts[2]}${parts[3]!.replace(' ', '+')}`)
      : Temporal.PlainDate.from(text).toZonedDateTime(timeZone).toInstant()
    const whole = at.round({ smallestUnit: 'millisecond', roundingMode: 'trunc' })
    return { at: storable(whole), dateOnly: !parts }
  } catch (error) {
    if (error instanceof RangeError) return undefined // The 31st of a short month, and the like.
    throw error
  }
}
