import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Rate, refused, type Taken } from './rate.ts'

/**
 * Takes a point for all processes together, in one statement: the row's lock lines up those who come at once. It also
 * deletes two keys that have all their points back, so that the table does not grow without end. Kept apart from
 * `commit`, since a count of calls is no fact of the business and may be lost in a crash.
 */
const take = `
  with taken as (
    insert into florin.rate_limits as kept (name, key, full_at)
    values ($1, $2, $3::timestamptz + $4::float8 * interval '1 millisecond')
    on conflict (name, key) do update
      set full_at = greatest(kept.full_at, $3::timestamptz) + $4::float8 * interval '1 millisecond'
      where greatest(kept.full_at, $3::timestamptz) + $4::float8 * interval '1 millisecond'
         <= $3::timestamptz + $5::float8 * interval '1 millisecond'
    returning full_at
  ), swept as (
    delete from florin.rate_limits where (name, key) in (
      select name, key from florin.rate_limits
       where full_at < $3::timestamptz and (name, key) <> ($1, $2)
       order by full_at limit 2 for update skip locked)
  )
  select (select full_at from taken) as taken,
         (select full_at from florin.rate_limits where name = $1 and key = $2) as before`

type Row = { taken: Instant | null; before: Instant | null }

export async function takeShared(
  db: Reader,
  now: Instant,
  { name, key }: { name: string; key: string },
  { burstMs, pointMs }: Rate,
): Promise<Taken> {
  const rows = (await db.run(take, [name, key, now, pointMs, burstMs])) as Row[]
  const { taken, before } = rows[0]!
  if (taken) return { allowed: true }
  // This statement does not see a row that was inserted at this very moment; then the longest wait is returned.
  if (!before) return refused(burstMs)
  return refused(before.epochMilliseconds - now.epochMilliseconds + pointMs - burstMs)
}
