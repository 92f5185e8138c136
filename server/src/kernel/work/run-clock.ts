import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Instant } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import type { Write, Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { countDue, earliest, worksDue } from '#kernel/work/due-list.ts'
import { type DueWork, runDueWorkOnce } from '#kernel/work/due-work.ts'
import type { ClockAdvance, StagingClock } from '#kernel/work/staging-clock.ts'

export type ClockContext = Writer & { testClock: StagingClock; jobs: readonly DueWork[]; log: Log }

export type RunOptions = {
  limits: RunLimits
  /** Whose items are counted; undefined: all owners'. */
  owner: Owner | undefined
  /** Written by the same commit as the first change of the clock. */
  also?: readonly Write[]
}

/** One call ends when one of these is reached; to go further, call again. */
export type RunLimits = {
  /** Moments at which the clock stops. */
  stopsMax: number
  /** Ends the call; checked between one stop and the next, and between rounds of work. */
  enough: AbortSignal
}

export type RunEnd = {
  /** Items that fell due on the way, without what follows from them at once, such as a notification. */
  done: number
  /** A limit was reached first: the clock has not arrived, or something that is due is not done yet. */
  more: boolean
}

/**
 * Runs through the days up to a moment: stops whenever something falls due, does it at its own time with everything
 * that follows from it, and goes on. So two years of billing come out as if two years had passed.
 */
export function runClock(ctx: ClockContext, goal: Instant, { limits, owner, also }: RunOptions): Promise<RunEnd> {
  const { testClock, db, jobs } = ctx
  return asRunner(ctx, { to: 'at least', at: testClock.now() }, also, async (go) => {
    let done = 0
    for (let stops = 0; ; stops++) {
      const caughtUp = await catchUp(ctx, limits)
      const now = testClock.now()
      const arrived = !isBefore(now, goal)
      if (!caughtUp || arrived || stops === limits.stopsMax || limits.enough.aborted)
        return { done, more: !caughtUp || !arrived }
      const next = await nextStop(ctx, now, goal)
      done += await countDue(db, jobs, { owner, after: now, upTo: next })
      await go({ to: 'at least', at: next })
    }
  })
}

/** Sets the clock to a moment at once, and then does everything that fell due on the way. */
export function jumpClock(
  ctx: ClockContext,
  move: Extract<ClockAdvance, { to: 'moment' | 'later' }>,
  { limits, owner, also }: RunOptions,
): Promise<RunEnd> {
  const { testClock, db, jobs } = ctx
  const after = testClock.now()
  return asRunner(ctx, move, also, async () => {
    const done = await countDue(db, jobs, { owner, after, upTo: testClock.now() })
    return { done, more: !(await catchUp(ctx, limits)) }
  })
}

/**
 * While one runner advances the clock and does the due work, all other workers pause: work that they began at one
 * moment would end at another.
 */
async function asRunner(
  ctx: ClockContext,
  first: ClockAdvance,
  also: readonly Write[] = [],
  work: (go: (move: ClockAdvance) => Promise<Instant>) => Promise<RunEnd>,
): Promise<RunEnd> {
  const runBy = randomUUID()
  const go = (move: ClockAdvance) => ctx.testClock.move(ctx, move, { runBy })
  await ctx.testClock.move(ctx, first, { runBy, also })
  try {
    return await work(go)
  } finally {
    await go({ to: 'end of run' })
  }
}

/** The next due time, but no later than the goal or a day from now. */
async function nextStop({ db, jobs }: ClockContext, now: Instant, goal: Instant): Promise<Instant> {
  const due = await earliest(db, jobs, { owner: undefined, after: now })
  return [due, goal].reduce<Instant>(
    (soonest, at) => (at && isBefore(at, soonest) ? at : soonest),
    now.add({ hours: lookEveryHours }),
  )
}
const lookEveryHours = 24

/** Does everything that is due, and waits for what other workers have begun. Returns whether all of it is done. */
async function catchUp({ db, jobs, log, testClock }: ClockContext, { enough }: RunLimits): Promise<boolean> {
  const works = jobs.filter(({ inRun }) => inRun !== 'left')
  for (;;) {
    const due = await worksDue(db, works, testClock.now())
    const count = await runDueWorkOnce(due, log)
    if (count === 0 && due.every(({ inRun }) => inRun)) return true
    if (enough.aborted) return false
    if (count === 0) await pause(lookAgainMs)
  }
}
const lookAgainMs = 10

const isBefore = (a: Instant, b: Instant): boolean => Temporal.Instant.compare(a, b) < 0
