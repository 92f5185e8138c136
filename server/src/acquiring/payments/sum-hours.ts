import { sql } from 'kysely'
import type { Clock, Instant } from '#kernel/base/clock.ts'
import { commit, insert, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import type { Swept } from '#kernel/db/in-batches.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { hourOf } from './hours.ts'

/**
 * Sums the hours in which nothing can appear or change any more, so that the home of a merchant reads a row for each hour and not one
 * for each payment. A row's moment is the one of the decision that wrote it, and a decision is committed or given up within
 * minutes: so an hour has all its rows when it has been over for an hour. Hours with an attempt whose result is not known are
 * left open until it is. On a clock that is moved or paused hours may pass in a moment: there all are left open.
 */
export async function sumHours(ctx: Writer & { clock: Clock }): Promise<Swept> {
  const { db, clock } = ctx
  const now = clock.now()
  if (Math.abs(now.epochMilliseconds - clock.wall().epochMilliseconds) > movedMs) return 'done'
  await deleteOld(db, now.subtract({ hours: keptHours }))
  const hours = await hoursToSum(db, now)
  for (let from = 0; from < hours.length; from += perCommit) await sumThese(ctx, hours.slice(from, from + perCommit))
  return hours.length < perRun ? 'done' : 'more'
}
const perCommit = 24
const perRun = 10 * perCommit
const movedMs = 60_000
/** What is shown of two months, and some days more. */
const summedHours = 24 * 62
const keptHours = 24 * 70

/** Since the first payment, for before it there is nothing to sum; the newest first: their sums are read most. */
async function hoursToSum(db: Reader, now: Instant): Promise<Instant[]> {
  const last = hourOf(now.subtract({ hours: 2 }))
  const { rows } = await sql<{ hour: Instant }>`
    with undecided as (
      select distinct date_trunc('hour', created_at, 'UTC') as hour from payments.payments
      where parent_id is null and status in ('authorizing', 'challenging', 'uncertain', 'reversing'))
    select every.hour
    from (select date_trunc('hour', created_at, 'UTC') as hour from payments.payments order by id limit 1) as first
      cross join generate_series(greatest(first.hour, ${last.subtract({ hours: summedHours })}), ${last}::timestamptz, interval '1 hour')
        as every(hour)
    where not exists (select from payments.summed_hours as summed where summed.hour = every.hour)
      and not exists (select from undecided where undecided.hour = every.hour)
    order by every.hour desc limit ${perRun}`.execute(db.read)
  return rows.map(({ hour }) => hour)
}

/** Two workers that sum an hour at once find the same, and the second one writes nothing. */
async function sumThese(ctx: Writer & { clock: Clock }, hours: readonly Instant[]): Promise<void> {
  const [captured, results] = await Promise.all([capturedIn(ctx.db, hours), resultsIn(ctx.db, hours)])
  const ifNew = <Column extends string>(...conflict: readonly Column[]) => ({ orElse: { conflict, set: [] as [] } })
  const writes = [
    insert(
      'payments.summed_hours',
      hours.map((hour) => ({ hour })),
      ifNew('hour'),
    ),
    ...(captured.length === 0
      ? []
      : [insert('payments.captured_by_hour', captured, ifNew('merchant_id', 'hour', 'currency', 'type'))]),
    ...(results.length === 0
      ? []
      : [insert('payments.results_by_hour', results, ifNew('merchant_id', 'hour', 'result'))]),
  ]
  await commit(ctx, ctx.clock.now(), writes, 'sum-hours')
}

/** By the index of ranges of blocks, which knows the moments in each. */
async function capturedIn(db: Reader, hours: readonly Instant[]): Promise<Schema['payments.captured_by_hour'][]> {
  const { rows } = await sql<Schema['payments.captured_by_hour']>`
    select hour, sums.* from unnest(${hours}::timestamptz[]) as every(hour) cross join lateral (
      select merchant_id, currency, type, sum(captured_minor)::bigint as captured_minor,
             sum(fee_minor)::bigint as fee_minor
      from payments.payments where captured_at >= hour and captured_at < hour + interval '1 hour'
      group by merchant_id, currency, type) as sums`.execute(db.read)
  return rows
}

async function resultsIn(db: Reader, hours: readonly Instant[]): Promise<Schema['payments.results_by_hour'][]> {
  const { rows } = await sql<Schema['payments.results_by_hour']>`
    select hour, counts.* from unnest(${hours}::timestamptz[]) as every(hour) cross join lateral (
      select merchant_id, case when status = 'failed' then coalesce(decline_reason, 'unknown') else 'approved' end as result,
             count(*)::integer as payments
      from payments.payments where type = 'deposit' and created_at >= hour and created_at < hour + interval '1 hour'
      group by merchant_id, result) as counts`.execute(db.read)
  return rows
}

async function deleteOld(db: Db, before: Instant): Promise<void> {
  await db.run('delete from payments.captured_by_hour where hour < $1', [before])
  await db.run('delete from payments.results_by_hour where hour < $1', [before])
  await db.run('delete from payments.summed_hours where hour < $1', [before])
}
