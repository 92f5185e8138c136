import type { Instant } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { refusals } from '#kernel/base/refusal.ts'
import { earliest } from '#kernel/work/due-list.ts'
import { type ClockContext, jumpClock, type RunEnd, type RunOptions, runClock } from '#kernel/work/run-clock.ts'
import { ClockGoesOn } from '#kernel/work/staging-clock.ts'

const refuse = refusals({
  clock_goes_on: [
    'invalid',
    'The clock says {now} and does not go back; choose a later moment. Only a reset goes back, to the time of the machine.',
  ],
  clock_too_far: [
    'invalid',
    'That is too far: the clock goes on by at most {years} years at a time, and not beyond {end}. Go in smaller steps.',
  ],
})

/** Further than any schedule reaches; more is a typing error, and the clock does not go back. */
const yearsMax = 10
const clockEnd = Temporal.Instant.from('2200-01-01T00:00:00Z')

/** A change of the clock. A duration is counted from its present time. */
export type ClockInput =
  /** Go there at once and catch up; or do everything on the way, in order. */
  | { how: 'jump' | 'run'; to: Instant | Temporal.Duration; field?: string }
  /** Run to the next due item: of the calling owner, or of all. */
  | { how: 'next' }
  | { how: 'pause' | 'resume' | 'reset' }

export type ClockReport = RunEnd & {
  now: Instant
  paused: boolean
  /**
   * When the next item of the calling owner falls due. In the past: it is being done, or it failed and is retried.
   */
  nextDueAt: Instant | undefined
  /** Its target, when it has not arrived or not caught up there. */
  goal: Instant | undefined
}

export async function readClock(ctx: ClockContext, owner: Owner | undefined): Promise<ClockReport> {
  const { db, testClock, jobs } = ctx
  const nextDueAt = await earliest(db, jobs, { owner, after: undefined })
  return { now: testClock.now(), paused: testClock.isPaused(), nextDueAt, done: 0, more: false, goal: undefined }
}

/** Changes the clock as far as the limits of one call allow. A refused change has no effect. */
export async function setClock(ctx: ClockContext, input: ClockInput, options: RunOptions): Promise<ClockReport> {
  const before = await readClock(ctx, options.owner)
  const { end, goal } = await carryOut(ctx, input, before, options)
  const after = await readClock(ctx, options.owner)
  return { ...after, ...end, goal: end.more ? (goal ?? after.now) : undefined }
}

type Outcome = { end: RunEnd; goal?: Instant }

async function carryOut(
  ctx: ClockContext,
  input: ClockInput,
  before: ClockReport,
  options: RunOptions,
): Promise<Outcome> {
  switch (input.how) {
    case 'run': {
      const goal = momentOf(before.now, input)
      return { end: await runClock(ctx, goal, options), goal }
    }
    case 'next': {
      const goal = before.nextDueAt ?? before.now
      return { end: await runClock(ctx, goal, options), goal }
    }
    case 'jump':
      return { end: await jump(ctx, input, momentOf(before.now, input), options) }
    default: {
      const to = input.how === 'reset' ? 'the machine' : input.how
      await ctx.testClock.move(ctx, { to }, { also: options.also ?? [] })
      return { end: { done: 0, more: false } }
    }
  }
}

type Journey = Extract<ClockInput, { how: 'jump' | 'run' }>

/**
 * Another caller may change the clock at the same time: a duration is added to the time that results, and a moment may
 * be past by then.
 */
async function jump(ctx: ClockContext, { to, field }: Journey, at: Instant, options: RunOptions): Promise<RunEnd> {
  const move = to instanceof Temporal.Duration ? { to: 'later' as const, by: to } : { to: 'moment' as const, at }
  try {
    return await jumpClock(ctx, move, options)
  } catch (error) {
    if (error instanceof ClockGoesOn)
      throw refuse('clock_goes_on', { now: textOf(ctx.testClock.now()), ...named(field) })
    throw error
  }
}

function momentOf(now: Instant, { how, to, field }: Journey): Instant {
  const tooFar = () => refuse('clock_too_far', { years: yearsMax, end: textOf(clockEnd), ...named(field) })
  const here = now.toZonedDateTimeISO('UTC')
  const at = to instanceof Temporal.Duration ? laterBy(here, to) : to
  if (!at) throw tooFar()
  if (how === 'run' && isJustPast(at, now)) return now
  if (Temporal.Instant.compare(at, now) < 0) throw refuse('clock_goes_on', { now: textOf(now), ...named(field) })
  const furthest = here.add({ years: yearsMax }).toInstant()
  if (Temporal.Instant.compare(at, furthest) > 0 || Temporal.Instant.compare(at, clockEnd) > 0) throw tooFar()
  return at
}

/**
 * What one call has not ended the next one continues, to the moment that the clock had reached; it has gone on since. So
 * a moment that has just passed is now.
 */
const isJustPast = (at: Instant, now: Instant): boolean =>
  Temporal.Instant.compare(at, now) < 0 && Temporal.Instant.compare(at, now.subtract(betweenCalls)) >= 0
const betweenCalls = { minutes: 1 }

/** Undefined: beyond what time can be counted in. */
function laterBy(from: Temporal.ZonedDateTime, by: Temporal.Duration): Instant | undefined {
  try {
    return from.add(by).toInstant()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const named = (field: string | undefined) => (field === undefined ? {} : { field })
const textOf = (at: Instant): string => at.toString({ smallestUnit: 'second' })
