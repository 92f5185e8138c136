import type { Clock, Instant } from '#kernel/base/clock.ts'
import { commit, insert, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { isFinal } from './final.ts'
import type { Balance } from './store.ts'

/**
 * Writes down the balances at the end of each day (UTC) that is over, in order, so that the books of a past moment are read
 * from there. Days in which nothing was booked are left out. Called daily, by any number of processes, which find the
 * same. On a clock that is moved or paused a day may pass in a moment, while a commit is on its way: there all stay open.
 */
export async function closeDays(ctx: Writer & { db: Db; clock: Clock }): Promise<void> {
  const { db, clock } = ctx
  const now = clock.now()
  if (Math.abs(now.epochMilliseconds - clock.wall().epochMilliseconds) > movedMs) return
  for (let until = await nextOpen(db); until !== undefined; until = await nextOpen(db)) {
    const isOver = Temporal.Instant.compare(now, until.add(overFor)) >= 0
    if (!isOver || !(await isFinal(db, until, now))) return
    await close(ctx, until, now)
  }
}
const movedMs = 60_000
/** Much longer than a booking takes, or machines differ in their time: what was closed is never closed again. */
const overFor = Temporal.Duration.from('PT1H')
const aDay = Temporal.Duration.from('PT24H')

/** The end of the first day with entries behind the closed ones. */
async function nextOpen(db: Reader): Promise<Instant | undefined> {
  const [row] = await db.run(
    `select date_trunc('day', min(posted_at), 'UTC') as day from ledger.entries
     where posted_at >= coalesce((select max(until) from ledger.closed_days), '-infinity')`,
    [],
  )
  return (row!.day as Instant | null)?.add(aDay)
}

/** The day counts as closed by its last commit; who reads meanwhile begins at the day before. */
async function close(ctx: Writer, until: Instant, now: Instant): Promise<void> {
  const sums = await balancesAtEndOf(ctx.db, until)
  for (let from = 0; from < sums.length; from += rowsPerCommit) {
    const rows = sums.slice(from, from + rowsPerCommit).map((sum) => ({ ...sum, until }))
    const orElse = { conflict: ['account', 'currency', 'until'] as const, set: [] }
    await commit(ctx, now, [insert('ledger.day_balances', rows, { orElse })], 'close-days')
  }
  const orElse = { conflict: ['until'] as const, set: [] }
  await commit(ctx, now, [insert('ledger.closed_days', { until, closed_at: now }, { orElse })], 'close-days')
}
const rowsPerCommit = 1_000

/** Of the accounts that moved on this day. */
async function balancesAtEndOf(db: Reader, until: Instant): Promise<Balance[]> {
  const rows = await db.run(
    `select moved.account, moved.currency, (moved.minor + coalesce(before.minor, 0))::bigint as minor from (
       select l.account, l.currency, sum(l.minor) as minor from ledger.entries e join ledger.lines l on l.entry_id = e.id
       where e.posted_at >= $1 and e.posted_at < $2 group by l.account, l.currency
     ) moved left join lateral (
       select minor from ledger.day_balances d
       where d.account = moved.account and d.currency = moved.currency and d.until < $2 order by d.until desc limit 1
     ) before on true`,
    [until.subtract(aDay), until],
  )
  return rows as Balance[]
}
