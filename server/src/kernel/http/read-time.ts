import type { Instant } from '#kernel/base/clock.ts'
import { readTimeZone } from '#kernel/base/time-zone.ts'
import { Fault, type Reader, textOf } from './read.ts'

/** A date, or a date and time, as it was written; without an offset it is one of the time zone it is read in. */
export type Moment = {
  /** As it was written. */
  written: string
  /** Only a day was written. */
  dateOnly: boolean
  hasOffset: boolean
  /** A date alone is the whole day: its first moment, or its last microsecond, the finest the database keeps. */
  in(timeZone: string, edge: 'from' | 'to'): Instant
}

/** ISO 8601. A query or form that did not escape the plus of the offset delivers a space in its place. */
const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+ -]\d{2}(?::?\d{2})?)?)?$/i

export const moment: Reader<Moment> = {
  what: {
    field: 'a date and time of ISO 8601, such as 2031-01-31T12:00:00+00:00, or a date alone',
    form: 'an ISO 8601 date and time with an offset, such as 2031-01-31T12:00:00+00:00',
  },
  described: { type: 'string', examples: ['2031-01-31T12:00:00+00:00'] },
  rule: { name: 'moment' },
  read: (sent) => momentOf(textOf(sent) ?? '') ?? new Fault('wrong'),
}

function momentOf(written: string): Moment | undefined {
  const [, day, time, offset] = pattern.exec(written) ?? []
  if (!day) return undefined
  return unlessOutOfRange(() => {
    const date = Temporal.PlainDate.from(day)
    if (!time) return { written, dateOnly: true, hasOffset: false, in: (zone, edge) => edgeOf(date, zone, edge) }
    if (offset) {
      const at = storable(Temporal.Instant.from(`${day}T${time}${offset.replace(' ', '+')}`))
      return { written, dateOnly: false, hasOffset: true, in: () => at }
    }
    const local = Temporal.PlainDateTime.from(`${day}T${time}`)
    return {
      written,
      dateOnly: false,
      hasOffset: false,
      in: (zone) => storable(local.toZonedDateTime(zone).toInstant()),
    }
  })
}

const edgeOf = (date: Temporal.PlainDate, timeZone: string, edge: 'from' | 'to'): Instant =>
  storable(
    edge === 'from'
      ? date.toZonedDateTime(timeZone).toInstant()
      : date.add({ days: 1 }).toZonedDateTime(timeZone).toInstant().subtract({ microseconds: 1 }),
  )

/**
 * The moment, or the first or last one that has a year of four digits in every time zone. Programs send the first day of
 * the year 1 for "since ever", which in the time zone of a store may be in the year 0, and no database reads that.
 */
export function storable(at: Instant): Instant {
  if (Temporal.Instant.compare(at, earliest) < 0) return earliest
  return Temporal.Instant.compare(at, latest) > 0 ? latest : at
}
const earliest = Temporal.Instant.from('0001-01-02T00:00:00Z')
const latest = Temporal.Instant.from('9999-12-30T00:00:00Z')

/** A length of time, above zero. */
export const duration: Reader<Temporal.Duration> = {
  what: {
    field: 'a length of time of ISO 8601, above zero, such as P1D, P1M or PT12H',
    form: 'a length of time of ISO 8601, above zero, such as P1D, P1M or PT12H',
  },
  described: { type: 'string', format: 'duration', examples: ['P1M'] },
  rule: { name: 'duration' },
  read: (sent) => {
    const read = unlessOutOfRange(() => Temporal.Duration.from(textOf(sent) ?? ''))
    return read && read.sign > 0 ? read : new Fault('wrong')
  },
}

/** A day of the calendar, in whichever time zone the request names beside it. */
export const date: Reader<Temporal.PlainDate> = {
  what: { field: 'a date such as 2031-01-31', form: 'a date such as 2031-01-31' },
  described: { type: 'string', format: 'date', examples: ['2031-01-31'] },
  rule: { name: 'date' },
  read: (sent) => {
    const day = textOf(sent) ?? ''
    const read = /^\d{4}-\d{2}-\d{2}$/.test(day) ? unlessOutOfRange(() => Temporal.PlainDate.from(day)) : undefined
    return read ?? new Fault('wrong')
  },
}

export const timeZone: Reader<string> = {
  what: { field: 'a time zone such as Europe/Bucharest', form: 'a time zone such as Europe/Bucharest' },
  described: { type: 'string', examples: ['Europe/Bucharest'] },
  rule: { name: 'time_zone' },
  read: (sent) => readTimeZone(textOf(sent) ?? '') ?? new Fault('wrong'),
}

/** Undefined for the 31st of a short month, and the like. */
function unlessOutOfRange<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
