import type { Instant } from '#kernel/base/clock.ts'
import { readWaits } from '#kernel/base/waits.ts'
import { type Moment, readMoment } from './moment.ts'
import type { Interval, RetryPayment, SentTerms } from './terms.ts'

/** A part that was read, or the rules that it breaks; neither where nothing was sent. */
export type Part<T, Rule extends string> = { value: T | undefined; broken: readonly Rule[] }

export type IntervalRule =
  | 'interval_type_missing'
  | 'interval_value_missing'
  | 'interval_type_unknown'
  | 'interval_value_unknown'

/** How often: a unit and a count, both of them. */
export function readIntervalTerms({ intervalType, intervalValue }: SentTerms): Part<Interval, IntervalRule> {
  const unit = intervalType === 'day' || intervalType === 'month' ? intervalType : undefined
  const number = /^\d{1,11}(?:\.0+)?$/.test(intervalValue ?? '') ? Number(intervalValue) : 0
  const count = number >= 1 && number <= intervalCountMax ? number : undefined
  const broken: IntervalRule[] = []
  if (!intervalType) broken.push('interval_type_missing')
  if (!intervalValue) broken.push('interval_value_missing')
  if (intervalType && !unit) broken.push('interval_type_unknown')
  if (intervalValue && count === undefined) broken.push('interval_value_unknown')
  return { value: unit && count !== undefined ? { unit, count } : undefined, broken }
}
const intervalCountMax = 365

export type FutureRule = 'unreadable' | 'past' | 'too_far'

/** A moment to come, at most ten years from now. */
export function readFutureMoment(
  text: string,
  { now, timeZone }: { now: Instant; timeZone: string },
): Part<Moment, FutureRule> {
  const value = readMoment(text, timeZone)
  if (!value) return { value, broken: ['unreadable'] }
  if (Temporal.Instant.compare(value.at, now) <= 0) return { value, broken: ['past'] }
  const farthest = now.toZonedDateTimeISO(timeZone).add({ years: farthestYears }).toInstant()
  return { value, broken: Temporal.Instant.compare(value.at, farthest) > 0 ? ['too_far'] : [] }
}
export const farthestYears = 10

/** A comma list of ISO 8601 durations, each above zero and at most a year. Undefined for anything else. */
export function readRetries(text: string): RetryPayment | undefined {
  const waits = readWaits(text)
  return waits && { waits, text: waits.join(',') }
}
