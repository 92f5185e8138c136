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

/** Whether a key has more than it may have (`stepOf`): `unapproved` are its attempts or the answers among them. */
const isBeyond = (unapproved: string, approved: string, free: string): string =>
  `${unapproved} > ${free} + ${freePerApproval} * ${approved}`

const heldFor = `$1::timestamptz + interval '${heldHours} hours'`

const countOne = (rows: string, heldUntil: string): string => `
    insert into velocity.counts as kept (key, begun, approved, declined, free, window_ms, counted_at)
    ${rows} order by key
    on conflict (key) do update set
      begun = ${faded('begun')} + 1,
      approved = ${faded('approved')},
      asked = ${faded('asked')},
      declined = ${faded('declined')},
      free = excluded.free,
      window_ms = excluded.window_ms,
      held_until = ${heldUntil},
      counted_at = greatest(kept.counted_at, excluded.counted_at)
    returning key, begun, approved, asked, declined, window_ms, coalesce(held_until > $1, false) as held`

const heldByAttempts = `case
        when ${isBeyond(`${faded('begun')} + 1 - ${faded('approved')}`, faded('approved'), 'excluded.free')}
        then ${heldFor} else kept.held_until end`

/**
 * Counts an attempt before its card is tried, so that those which come at once see each other. A key of many shoppers is
 * not held for what is under way: banks may yet ask, and many shoppers are no attack.
 */
const begin = `
  with input as (
    select * from unnest($2::text[], $3::float8[], $4::float8[], $5::boolean[]) as input (key, window_ms, free, first)
  ), first as (${countOne('select key, 1, 0, 0, free, window_ms, $1 from input where first', heldByAttempts)}
  ), others as (${countOne(
    `select key, 1, 0, 0, free, window_ms, $1 from input where not first and not exists (
      select from first join input as limits using (key)
       where first.held or ${isBeyond('first.begun - first.approved', 'first.approved', 'limits.free')})`,
    'kept.held_until',
  )}
  ), counted as (select *, 0 as place from first union all select *, 1 from others
  ), attempt as (
    insert into velocity.attempts (id, keys, begun_at)
    select $6::uuid, array_agg(key order by place, key), $1 from counted having count(*) > 0
  )
  select key, begun, approved, asked, declined, window_ms, held from counted`

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

/**
 * `asked`: before the bank said anything of the card it asked its customer, or would not do without; a decision may follow.
 * `dropped`: nothing was requested after all, or the acquirer failed: the attempt is not counted.
 */
export type Outcome = 'approved' | 'asked' | 'declined' | 'dropped'

/**
 * Counts a result of an attempt, once: the row of the attempt goes with the last one. Who was declined after the bank had
 * asked is its customer, and learned nothing that they do not know: it stays counted as it was. The decline that leaves no
 * room for another one holds the key.
 */
const countResult = (attempt: string): string => `
  with attempt as (${attempt}
  ), locked as (
    select kept.key, attempt.asked from velocity.counts as kept, attempt where kept.key = any (attempt.keys)
     order by array_position(attempt.keys, kept.key) for update of kept
  )
  update velocity.counts as kept set
    begun = greatest(${faded('begun')} - ($3 = 'dropped')::integer, 0),
    approved = ${faded('approved')} + ($3 = 'approved')::integer,
    asked = greatest(${faded('asked')} + case
      when $3 = 'asked' then 1 when locked.asked and $3 <> 'declined' then -1 else 0 end, 0),
    declined = ${faded('declined')} + ($3 = 'declined' and not locked.asked)::integer,
    held_until = case
      when $3 = 'declined' and not locked.asked and ${isBeyond(`${faded('declined')} + 2`, faded('approved'), 'kept.free')}
      then ${heldFor} else kept.held_until end,
    counted_at = greatest(kept.counted_at, $1::timestamptz)
  from locked where kept.key = locked.key`

const ask = countResult(
  'update velocity.attempts set asked = true where id = $2::uuid and not asked returning keys, asked',
)
const end = countResult('delete from velocity.attempts where id = $2::uuid returning keys, asked')

export async function countResultOf(db: Reader, now: Instant, id: string, outcome: Outcome): Promise<void> {
  await db.run(outcome === 'asked' ? ask : end, [now, id, outcome])
}

export const renameAttempt = async (db: Reader, id: string, next: string): Promise<void> =>
  void (await db.run('update velocity.attempts set id = $2::uuid where id = $1::uuid', [id, next]))

/** The highest counts, faded to this moment. */
const highest = `
  select key, ${faded('begun')} as begun, ${faded('approved')} as approved,
         ${faded('asked')} as asked, ${faded('declined')} as declined, window_ms,
         coalesce(held_until > $1, false) as held
    from velocity.counts as kept
   order by ${faded('begun')} - ${faded('approved')} desc, key limit $2`

export const highestCounts = async (db: Reader, now: Instant, most: number): Promise<Count[]> =>
  (await db.run(highest, [now, most])).map(toCount)

/** Whether there was any such count. */
export const deleteCounts = async (db: Reader, counts: readonly Counted[]): Promise<boolean> =>
  (await db.run('delete from velocity.counts where key = any ($1) returning key', [counts.map(keyOf)])).length > 0

export async function deleteCountsBefore(db: Reader, moment: Instant): Promise<void> {
  await db.run('delete from velocity.counts where counted_at < $1', [moment])
  await db.run('delete from velocity.attempts where begun_at < $1', [moment])
}

const keyOf = ({ kind, subject }: Counted): string => `${kind} ${subject}`

type Row = Omit<Count, 'kind' | 'subject' | 'windowMs'> & { key: string; window_ms: number }

function toCount(row: Readonly<Record<string, unknown>>): Count {
  const { key, window_ms: windowMs, ...counted } = row as Row
  const [kind, ...subject] = key.split(' ')
  return { kind: kind as VelocityKind, subject: subject.join(' '), windowMs, ...counted }
}

const millisecondsOf = (duration: Temporal.Duration): number =>
  duration.total({ unit: 'milliseconds', relativeTo: Temporal.PlainDate.from('2000-01-01') })
