import type { Instant } from '#kernel/base/clock.ts'
import { refuse } from './refusals.ts'

const overlapDefault = Temporal.Duration.from({ hours: 24 })
const overlapDaysMax = 30

/** When a key ends that a rotation has replaced: after 24 hours, or after the overlap that is given, at most 30 days. */
export function endOfOverlap(now: Instant, overlap: Temporal.Duration = overlapDefault): Instant {
  const start = now.toZonedDateTimeISO('UTC')
  const end = start.add(overlap).toInstant()
  const latest = start.add({ days: overlapDaysMax }).toInstant()
  if (Temporal.Instant.compare(end, now) < 0 || Temporal.Instant.compare(end, latest) > 0)
    throw refuse('invalid_overlap', { field: 'overlap', daysMax: overlapDaysMax })
  return end
}
