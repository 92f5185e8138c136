import type { Instant } from '#kernel/base/clock.ts'
import { storable } from '#kernel/http/read-time.ts'

/** `dateOnly`: a day was named, and `at` is the start of it in the zone that it was read for. */
export type Moment = { readonly at: Instant; readonly dateOnly: boolean }

const day = String.raw`\d{4}-\d{2}-\d{2}`
const time = String.raw`\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?`
// A form that did not escape the plus of the offset delivers a space in its place (wire fact 3).
const offset = String.raw`Z|[+ -]\d{2}(?::?\d{2})?`
const dateOnly = new RegExp(`^${day}$`)
const dateTime = new RegExp(`^(${day})[T ](${time})(${offset})?$`, 'i')

/**
 * ISO 8601, in whole milliseconds. A date and time without an offset is one of the zone, as a plugin sends it (wire fact
 * 12, row 10); a date alone is the start of that day in the zone.
 */
export function readMoment(text: string, timeZone: string): Moment | undefined {
  const parts = dateTime.exec(text)
  if (!parts && !dateOnly.test(text)) return undefined
  try {
    const at = parts ? timeOf(parts, timeZone) : Temporal.PlainDate.from(text).toZonedDateTime(timeZone).toInstant()
    const whole = at.round({ smallestUnit: 'millisecond', roundingMode: 'trunc' })
    return { at: storable(whole), dateOnly: !parts }
  } catch (error) {
    if (error instanceof RangeError) return undefined // The 31st of a short month, and the like.
    throw error
  }
}

function timeOf([, day, time, offset]: readonly (string | undefined)[], timeZone: string): Instant {
  if (offset) return Temporal.Instant.from(`${day}T${time}${offset.replace(' ', '+')}`)
  return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).toInstant()
}
