import type { Clock, Instant } from '#kernel/base/clock.ts'
import { commit, decide, update, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { type DueWork, itemsOnly } from '#kernel/work/due-work.ts'

type Task = { name: string; everyHours: number }

/**
 * A condition in SQL, with `$1` for now: tasks that are never due, since an older version takes the due time from those that
 * it does not know; and tasks that are due later than their next run can be, since a clock was ahead for a while.
 */
export const isAstray = (tasks: readonly Task[]): string =>
  `(due_at is null or due_at > $1::timestamptz + interval '1 hour' * (1 + case name ${tasks
    .map(({ name, everyHours }) => `when '${name}' then ${everyHours}`)
    .join(' ')} end))`

/** Makes tasks due that would not run for too long. */
export const makeDueAgain = (ctx: Writer & { clock: Clock }, astray: string): Promise<void> =>
  decide(async () => {
    const now = ctx.clock.now()
    const rows = await ctx.db.run(`select id, due_at from florin.scheduled_tasks where ${astray}`, [now])
    if (rows.length === 0) return
    const again = rows.map((row) => {
      const where = { id: row.id as bigint, due_at: row.due_at as Instant | null }
      return update('florin.scheduled_tasks', { set: { due_at: now }, where })
    })
    await commit(ctx, now, again, 'due-tasks')
  })

/** The same, whenever a minute has passed by the machine's clock, in either direction; what fails is tried again. */
export function lookForAstray(ctx: Writer & { clock: Clock; log: Log }, astray: string): () => Promise<void> {
  let lookedAt = ctx.clock.wall().epochMilliseconds
  return async () => {
    const wall = ctx.clock.wall().epochMilliseconds
    if (Math.abs(wall - lookedAt) < 60_000) return
    lookedAt = wall
    await makeDueAgain(ctx, astray).catch((err) => ctx.log.error({ err }, 'looking at the due times of tasks failed'))
  }
}

/** Tasks of this process that are never due or too late, or have been due for longer than a few failed runs take. */
export async function tasksNotRun({ db, clock, jobs }: { db: Db; clock: Clock; jobs: readonly DueWork[] }) {
  const work = jobs.find(({ table }) => table === 'florin.scheduled_tasks')!
  const now = clock.now()
  const rows = await db.run(
    `select name, due_at from ${work.table} where (due_at < $2 or ${work.astray})${itemsOnly(work)} order by name`,
    [now, now.subtract({ hours: 1 })],
  )
  return rows as { name: string; due_at: Instant | null }[]
}
