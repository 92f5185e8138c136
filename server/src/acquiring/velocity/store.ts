import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Count } from './decide.ts'
import { countedFirst, freePerApproval, heldHours, type VelocityKind, type VelocityLimits } from './limits.ts'

/**
 * These statements are outside of `commit`: a count is no fact of the business, may be lost in a crash, and must not hold
 * up a payment's commit, for the row of a busy site is written by every attempt. They take their rows in one order, those
 * that are counted first before the others, so that no two block each other.
 */

const faded = (column: string): string =>
  `velocity.faded(kept.${column}, kept.counted_at, $1::timestamptz, kept.window_ms)`

/** Whether a key has more attempts without an approval than it may have. */
const isBeyond = (begun: string, approved: string, free: string): string =>
  `${begun} - ${approved} > ${free} + ${freePerApproval} * ${approved}`

const countOne = (rows: string): string => `
    insert into velocity.counts as kept (key, begun, approved, declined, free, window_ms, counted_at)
    ${rows} order by key
    on conflict (key) do update set
      begun = ${faded('begun')} + 1,
      approved = ${faded('approved')},
      declined = ${faded('declined')},
      free = excluded.free,
      window_ms = excluded.window_ms,
      held_until = case
        when ${isBeyond(`${faded('begun')} + 1`, faded('approved'), 'excluded.free')}
        then $1::timestamptz + interval '${heldHours} hours' else kept.held_until end,
      counted_at = greatest(kept.counted_at, excluded.counted_at)
    returning key, begun, approved, declined, window_ms, coalesce(held_until > $1, false) as held`

/** Counts an attempt before its card is tried, so that those which come at once see each other. */
const begin = `
  with input as (
    select * from unnest($2::text[], $3::float8[], $4::float8[], $5::boolean[]) as input (key, window_ms, free, first)
  ), first as (${countOne('select key, 1, 0, 0, free, window_ms, $1 from input where first')}
  ), others as (${countOne(`select key, 1, 0, 0, free, window_ms, $1 from input where not first and not exists (
      select from first join input as limits using (key)
       where first.held or ${isBeyond('first.begun', 'first.approved', 'limits.free')})`)}
  ), counted as (select *, 0 as place from first union all select *, 1 from others
  ), attempt as (
    insert into velocity.attempts (id, keys, begun_at)
    select $6::uuid, array_agg(key order by place, key), $1 from counted having count(*) > 0
  )
  select key, begun, approved, declined, window_ms, held from counted`

export type Counted = { kind: VelocityKind; subject: string }

export async function countBegun(
  db: Reader,
  now: Instant,
  { id, counted, limits }: { id: string; counted: readonly Counted[]; limits: VelocityLimits },
): Promise<Count[]> {
  const known = counted.flatMap((one) => {
    const limit = limits[one.kind]
    return limit ? [{ ...one, limit }] : []
  })
  const rows = await db.run(begin, [
    now,
    known.map(keyOf),
    known.map(({ limit }) => millisecondsOf(limit.per)),
    known.map(({ limit }) => Math.max(limit.free, 1)),
    known.map(({ kind }) => countedFirst.has(kind)),
    id,
  ])
  return rows.map(toCount)
}

/** `dropped`: nothing was requested after all, or the acquirer failed: the attempt is not counted. */
export type Outcome = 'approved' | 'declined' | 'dropped'

/** Counts the result of an attempt, once: the row of the attempt goes with it. */
const end = `
  with attempt as (delete from velocity.attempts where id = $2::uuid returning keys
  ), locked as (
    select kept.key from velocity.counts as kept, attempt where kept.key = any (attempt.keys)
     order by array_position(attempt.keys, kept.key) for update of kept
  )
  update velocity.counts as kept set
    begun = greatest(${faded('begun')} - $3::integer, 0),
    approved = ${faded('approved')} + $4::integer,
    declined = ${faded('declined')} + $5::integer,
    counted_at = greatest(kept.counted_at, $1::timestamptz)
  from locked where kept.key = locked.key`

export async function countEnded(db: Reader, now: Instant, id: string, outcome: Outcome): Promise<void> {
  const one = (is: Outcome) => (outcome === is ? 1 : 0)
  await db.run(end, [now, id, one('dropped'), one('approved'), one('declined')])
}

export const renameAttempt = async (db: Reader, id: string, next: string): Promise<void> =>
  void (await db.run('update velocity.attempts set id = $2::uuid where id = $1::uuid', [id, next]))

/** The highest counts, faded to this moment. */
const highest = `
  select key, ${faded('begun')} as begun, ${faded('approved')} as approved, ${faded('declined')} as declined, window_ms,
         coalesce(held_until > $1, false) as held
    from velocity.counts as kept
   order by ${faded('begun')} - ${faded('approved')} desc, key limit $2`

export const highestCounts = async (db: Reader, now: Instant, most: number): Promise<Count[]> =>
  (await db.run(highest, [now, most])).map(toCount)

/** Whether there was such a count. */
export const deleteCount = async (db: Reader, count: Counted): Promise<boolean> =>
  (await db.run('delete from velocity.counts where key = $1 returning key', [keyOf(count)])).length > 0

export async function deleteCountsBefore(db: Reader, moment: Instant): Promise<void> {
  await db.run('delete from velocity.counts where counted_at < $1', [moment])
  await db.run('delete from velocity.attempts where begun_at < $1', [moment])
}

const keyOf = ({ kind, subject }: Counted): string => `${kind} ${subject}`

type Row = { key: string; begun: number; approved: number; declined: number; window_ms: number; held: boolean }

function toCount(row: Readonly<Record<string, unknown>>): Count {
  const { key, begun, approved, declined, window_ms: windowMs, held } = row as Row
  const [kind, ...subject] = key.split(' ')
  return { kind: kind as VelocityKind, subject: subject.join(' '), begun, approved, declined, windowMs, held }
}

const millisecondsOf = (duration: Temporal.Duration): number =>
  duration.total({ unit: 'milliseconds', relativeTo: Temporal.PlainDate.from('2000-01-01') })
