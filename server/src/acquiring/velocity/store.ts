import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { Count } from './decide.ts'
import { countedFirst, freePerApproval, heldHours, type VelocityKind, type VelocityLimits } from './limits.ts'

/**
 * These statements are outside of `commit`: a count is no fact of the business, may be lost in a crash, and must not hold
 * up a payment's commit, for the row of a busy site is written by every attempt. Attempts of the same moment are counted
 * by one statement, each as if it came after those before it in the list. Statements take their rows in one order, those
 * that are counted first before the others, so that no two block each other.
 */

const faded = (column: string): string =>
  `velocity.faded(kept.${column}, kept.counted_at, $1::timestamptz, kept.window_ms)`

/**
 * Arrays as rows. They come out of sub-selects, so that PostgreSQL does not plan the statement anew for each length, which
 * takes longer than to carry it out (`oneOf`).
 */
const listOf = (...arrays: string[]): string => `unnest(${arrays.map((array) => `(select ${array})`).join(', ')})`

/** Whether a key has more than it may have (`stepOf`): `unapproved` are its attempts or the answers among them. */
const isBeyond = (unapproved: string, approved: string, free: string): string =>
  `${unapproved} > ${free} + ${freePerApproval} * ${approved}`

const heldFor = `$1::timestamptz + interval '${heldHours} hours'`

/** Counts the attempts of `rows` by each of their keys, and selects what each attempt sees there. */
const countAll = (name: string, rows: string, held: { kept: string; new: string; seen: string }): string => `
  ${name}_rows as (
    select input.*, row_number() over (partition by key order by attempt) as nth, count(*) over (partition by key) as many
      from input where ${rows}
  ), ${name}_kept as (
    insert into velocity.counts as kept (key, begun, approved, declined, free, window_ms, held_until, counted_at)
    select key, count(*), 0, 0, min(free), min(window_ms), ${held.new}, $1 from ${name}_rows group by key order by key
    on conflict (key) do update set
      begun = ${faded('begun')} + excluded.begun,
      approved = ${faded('approved')},
      asked = ${faded('asked')},
      declined = ${faded('declined')},
      free = excluded.free,
      window_ms = excluded.window_ms,
      held_until = ${held.kept},
      counted_at = greatest(kept.counted_at, excluded.counted_at)
    returning key, begun, approved, asked, declined, held_until
  ), ${name}_seen as (
    select attempt, key, kept.begun - many + nth as begun, approved, asked, declined, window_ms, free, held_until
      from ${name}_rows join ${name}_kept as kept using (key)
  ), ${name} as (
    select seen.*, ${held.seen} as held from ${name}_seen as seen left join velocity.counts as before using (key)
  )`

/** A key of one of the first kinds is held by the attempt that is beyond its limit. */
const heldByAttempts = {
  new: `case when ${isBeyond('count(*)', '0', 'min(free)')} then ${heldFor} end`,
  kept: `case
        when ${isBeyond(`${faded('begun')} + excluded.begun - ${faded('approved')}`, faded('approved'), 'excluded.free')}
        then ${heldFor} else kept.held_until end`,
  seen: `coalesce(before.held_until > $1, false) or ${isBeyond('seen.begun - seen.approved', 'seen.approved', 'seen.free')}`,
}
/**
 * A key of many shoppers is not held for what is under way: banks may yet ask, and many shoppers are no attack.
 */
const heldAsBefore = {
  new: 'null::timestamptz',
  kept: 'kept.held_until',
  seen: 'coalesce(seen.held_until > $1, false)',
}

/** Counts attempts before their cards are tried, so that those which come at once see each other. */
const begin = `
  with input as (
    select attempt, key collate "C" as key, window_ms, free, first
      from ${listOf('$2::int[]', '$3::text[]', '$4::float8[]', '$5::float8[]', '$6::boolean[]')}
      as input (attempt, key, window_ms, free, first)
  ), ${countAll('firsts', 'first', heldByAttempts)},
  ${countAll('others', 'not first and attempt not in (select attempt from firsts where held)', heldAsBefore)},
  counted as (select *, 0 as place from firsts union all select *, 1 from others
  ), attempts as (
    insert into velocity.attempts (id, keys, begun_at)
    select ($7::uuid[])[attempt], array_agg(key order by place, key), $1 from counted group by attempt
  )
  select attempt, key, begun, approved, asked, declined, window_ms, held from counted`

export type Counted = { kind: VelocityKind; subject: string }
export type Begun = { id: string; counted: readonly Counted[] }

/** For each attempt its counts. */
export async function countBegun(
  db: Reader,
  now: Instant,
  attempts: readonly Begun[],
  limits: VelocityLimits,
): Promise<Count[][]> {
  const known = attempts.flatMap(({ counted }, index) =>
    counted.flatMap((one) => {
      const limit = limits[one.kind]
      return limit ? [{ ...one, limit, attempt: index + 1 }] : []
    }),
  )
  const rows = await db.run(begin, [
    now,
    known.map(({ attempt }) => attempt),
    known.map(keyOf),
    known.map(({ limit }) => millisecondsOf(limit.per)),
    known.map(({ limit }) => Math.max(limit.free, 1)),
    known.map(({ kind }) => countedFirst.has(kind)),
    attempts.map(({ id }) => id),
  ])
  const counts = Map.groupBy(rows, ({ attempt }) => attempt as number)
  return attempts.map((_, index) => (counts.get(index + 1) ?? []).map(({ attempt, ...row }) => toCount(row)))
}

/**
 * `asked`: before the bank said anything of the card it asked its customer, or would not do without; a decision may follow.
 * `dropped`: nothing was requested after all, or the acquirer failed: the attempt is not counted.
 */
export type Outcome = 'approved' | 'asked' | 'declined' | 'dropped'
export type Result = { id: string; outcome: Outcome }

const firstKinds = [...countedFirst].map((kind) => `'${kind}'`).join(', ')

/**
 * Counts results of attempts, each once: the row of an attempt goes with the last one. Who was declined after the bank had
 * asked is its customer, and learned nothing that they do not know: it stays counted as it was. The decline that leaves no
 * room for another one holds the key. What is summed over `nth` is as it was after each result.
 */
const countResults = (attempt: string): string => `
  with result as (
    select distinct on (id) * from ${listOf('$2::uuid[]', '$3::text[]')} with ordinality as result (id, outcome, nth) order by id, nth
  ), attempt as (${attempt}
  ), one as (
    select key collate "C" as key, nth, (outcome = 'dropped')::integer as dropped, (outcome = 'approved')::integer as approved,
           case when outcome = 'asked' then 1 when asked and outcome <> 'declined' then -1 else 0 end as asked,
           (outcome = 'declined' and not asked)::integer as declined
      from attempt, unnest(keys) as key
  ), running as (
    select *, sum(declined) over so_far - ${freePerApproval} * sum(approved) over so_far as declined_so_far
      from one window so_far as (partition by key order by nth)
  ), change as (
    select key, sum(dropped) as dropped, sum(approved) as approved, sum(declined) as declined, sum(asked) as asked,
           max(declined_so_far) filter (where declined = 1) as declined_most
      from running group by key
  ), locked as (
    select change.* from velocity.counts as kept join change on change.key = kept.key
     order by split_part(kept.key, ' ', 1) not in (${firstKinds}), kept.key for update of kept
  )
  update velocity.counts as kept set
    begun = greatest(${faded('begun')} - locked.dropped, 0),
    approved = ${faded('approved')} + locked.approved,
    asked = greatest(${faded('asked')} + locked.asked, 0),
    declined = ${faded('declined')} + locked.declined,
    held_until = case
      when ${isBeyond(`${faded('declined')} + locked.declined_most + 1`, faded('approved'), 'kept.free')}
      then ${heldFor} else kept.held_until end,
    counted_at = greatest(kept.counted_at, $1::timestamptz)
  from locked where kept.key = locked.key`

const ask = countResults(
  'update velocity.attempts as a set asked = true from result where a.id = result.id and not a.asked returning a.keys, a.asked, outcome, nth',
)
const end = countResults(
  'delete from velocity.attempts as a using result where a.id = result.id returning a.keys, a.asked, outcome, nth',
)

/** Results that a decision may follow. */
export const countAsked = (db: Reader, now: Instant, ids: readonly string[]): Promise<void> =>
  count(
    db,
    ask,
    now,
    ids.map((id) => ({ id, outcome: 'asked' })),
  )

/** Results that nothing follows. */
export const countEnded = (db: Reader, now: Instant, results: readonly Result[]): Promise<void> =>
  count(db, end, now, results)

async function count(db: Reader, statement: string, now: Instant, results: readonly Result[]): Promise<void> {
  await db.run(statement, [now, results.map(({ id }) => id), results.map(({ outcome }) => outcome)])
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
  await db.run('delete from velocity.refusals where hour < $1', [moment])
}

/** What was blocked is forgotten; who blocked it and why stays in the audit. */
export const deleteBlocksEndedBefore = async (db: Reader, moment: Instant): Promise<void> =>
  void (await db.run('delete from velocity.blocks where coalesce(ended_at, ends_at) < $1', [moment]))

const refusalRowsMax = 100
/**
 * A row for each hour, limit, site, subject and source. From a hundred rows of a limit and site in an hour on, what is new
 * is added up in one, so that an attack from many addresses does not fill the table.
 */
const noteRefusals = `
  with given as (
    select * from ${listOf('$2::text[]', '$3::int[]', '$4::text[]', '$5::text[]', '$6::int[]')}
      as given (name, site_id, subject, source, times)
  ), at as (select date_trunc('hour', $1::timestamptz, 'UTC') as hour
  ), judged as (
    select given.*, known.hour is not null or
           (select count(*) from velocity.refusals as r
             where r.hour = at.hour and r.name = given.name and r.site_id = given.site_id) < ${refusalRowsMax} as fits
      from at cross join given left join velocity.refusals as known
        on known.hour = at.hour and (known.name, known.site_id, known.subject, known.source)
         = (given.name, given.site_id, given.subject, given.source)
  )
  insert into velocity.refusals as kept (hour, name, site_id, subject, source, times, first_at, last_at)
  select hour, name, site_id, case when fits then subject else '' end, case when fits then source else '' end,
         sum(times), $1, $1
    from judged cross join at group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (hour, name, site_id, subject, source) do update set
    times = kept.times + excluded.times, last_at = greatest(kept.last_at, excluded.last_at)`

type NewRefusals = { name: string; siteId: SiteId; subject: string; source: string; times: number }

export const addRefusals = async (db: Reader, now: Instant, refusals: readonly NewRefusals[]): Promise<void> =>
  void (await db.run(noteRefusals, [
    now,
    refusals.map(({ name }) => name),
    refusals.map(({ siteId }) => siteId),
    refusals.map(({ subject }) => subject),
    refusals.map(({ source }) => source),
    refusals.map(({ times }) => times),
  ]))

/** What was refused since a moment, added up over the hours. */
export type Refusals = Omit<NewRefusals, 'siteId'> & { siteId: SiteId | undefined; firstAt: Instant; lastAt: Instant }

/** The latest first. */
export async function refusalsSince(db: Db, since: Instant, most: number): Promise<Refusals[]> {
  const rows = await db.read
    .selectFrom('velocity.refusals')
    .select((of) => ['name', 'site_id', 'subject', 'source', of.fn.sum<number>('times').as('times')])
    .select((of) => [of.fn.min('first_at').as('firstAt'), of.fn.max('last_at').as('lastAt')])
    .where('last_at', '>=', since)
    .groupBy(['name', 'site_id', 'subject', 'source'])
    .orderBy('lastAt', 'desc')
    .orderBy('name')
    .limit(most)
    .execute()
  return rows.map(({ site_id, times, ...row }) => ({ ...row, times: Number(times), siteId: site_id || undefined }))
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
