import type { z } from 'zod'
import type { Instant } from '#kernel/base/clock.ts'
import { moment, optional } from '#kernel/http/field.ts'
import { type CreatedFilter, type CreatedPeriod, createdPeriod, createdQuery } from '#kernel/http/filter.ts'
import type { Moment } from '#kernel/http/read-time.ts'

/** When something was made: `created`, or its two ends apart. */
export const madeQuery = {
  ...createdQuery,
  from: optional(moment()).meta({ description: 'Made at this moment or later; `created` says it shorter.' }),
  to: optional(moment()).meta({ description: 'Made before this moment; of a day, on it or before.' }),
}
export type MadeQuery = z.output<z.ZodObject<typeof madeQuery>>

type Asked = {
  created?: CreatedFilter | undefined
  timeZone?: string | undefined
  from?: Moment | undefined
  to?: Moment | undefined
}

/** The period that a query means, by the days of the zone it names, or of that of the list; undefined: of all times. */
export function periodOf(
  { created, timeZone, from, to }: Asked,
  { zone, now }: { zone: string; now: Instant },
): { period: CreatedPeriod | undefined; timeZone: string } {
  const named = timeZone ?? zone
  const filter = created ?? (from || to ? { from, to } : undefined)
  return { period: filter && createdPeriod(filter, named, now), timeZone: named }
}

/** In which order a list is; other columns have no index that could be read from any entry on. */
export const createdSorts = ['-created', 'created'] as const
