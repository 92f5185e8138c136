import type { Instant } from '#kernel/base/clock.ts'
import type { Moment } from '#kernel/http/read-time.ts'
import { refuse } from './refusals.ts'

type Asked = {
  /** The field of the call. */
  field: string
  /** The time zone of its days. */
  zone: string
  now: Instant
  /** What the day that is not over means: what there is of it, or a moment that has not come yet. */
  today: 'until now' | 'refused'
}

/**
 * The moment as of which a call asks, the end of a day; now, if it names none. Refuses one that has not come yet with
 * `as_of_in_future`: what will be there is not known, and a call that is repeated would find something
 * else.
 */
export function asOfIn(asked: Moment | undefined, { field, zone, now, today }: Asked): Instant {
  if (!asked) return now
  const isLater = (at: Instant) => Temporal.Instant.compare(at, now) > 0
  const at = asked.in(zone, 'to')
  if (!isLater(at)) return at
  if (today === 'until now' && asked.dateOnly && !isLater(asked.in(zone, 'from'))) return now
  throw refuse('as_of_in_future', { field, now: String(now) })
}
