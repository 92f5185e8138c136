import { type Clock, type Instant, movableClock } from '#kernel/base/clock.ts'
import { commit, decide, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'

export type StagingClock = Clock & {
  isPaused(): boolean
  /** A runner advances it and does the due work; all other workers pause. */
  isRun(): boolean
  /**
   * Changes the clock of all processes: of this one before it returns, of the others within milliseconds. Concurrent
   * changes are applied one after the other, each to the time that the one before left.
   */
  move(ctx: Writer, move: ClockAdvance, options?: MoveOptions): Promise<Instant>
  stop(): Promise<void>
}

export type ClockAdvance =
  | { to: 'the machine' }
  | { to: 'moment'; at: Instant }
  /** As `moment`, but has no effect if the clock is already there, or later. */
  | { to: 'at least'; at: Instant }
  | { to: 'later'; by: Temporal.Duration }
  | { to: 'pause' }
  | { to: 'resume' }
  /** The run has ended. */
  | { to: 'end of run' }

type MoveOptions = {
  /** The runner of the clock: for `runLeaseMs` from this change on, or until the end of the run. */
  runBy?: string
  /** Written by the same commit. */
  also?: readonly Write[]
}
/** After this long without a change of the clock a runner counts as dead. Longer than one call of a runner may take. */
const runLeaseMs = 120_000

/** The clock would have to go back. */
export class ClockGoesOn extends RangeError {
  override readonly name = 'ClockGoesOn'
}

/**
 * The settable clock of a staging installation: its position is one row of the database, so that every process has the
 * same time, and a notification informs each process at once when it changes.
 */
export async function openStagingClock(db: Db): Promise<StagingClock> {
  const clock = movableClock()
  let known = await readPosition(db)
  clock.set(known)
  const learn = (position: Position): void => {
    // What was read may be older than a notice that arrived meanwhile.
    if (position.version < known.version) return
    known = position
    clock.set(position)
  }
  const listening = await db.listen('clock', (reported) => {
    const published = publishedPosition(reported)
    if (published) learn(published)
    else readPosition(db).then(learn, () => undefined)
  })
  return {
    now: clock.now,
    wall: clock.wall,
    isPaused: () => known.pausedAt !== undefined,
    isRun: () => known.run !== undefined && Temporal.Instant.compare(clock.wall(), known.run.until) < 0,
    move: async (ctx, move, options = {}) => {
      learn(await advanceClock(ctx, move, options))
      return clock.now()
    },
    stop: listening.stop,
  }
}

type Position = {
  offsetMs: number
  pausedAt: Instant | undefined
  version: bigint
  run: { by: string; until: Instant } | undefined
  /** The furthest it has ever been: what fell due then is not too late now, after a reset. */
  furthestAt: Instant | undefined
}

async function readPosition(db: Db): Promise<Position> {
  const row = await db.read.selectFrom('florin.clock').selectAll().executeTakeFirstOrThrow()
  return {
    offsetMs: Number(row.offset_ms),
    pausedAt: row.paused_at ?? undefined,
    version: row.version,
    run: row.run_by && row.run_until ? { by: row.run_by, until: row.run_until } : undefined,
    furthestAt: row.furthest_at ?? undefined,
  }
}

/** The payload of the trigger `notify` on the row; of anything else undefined, since everybody may send a notice. */
function publishedPosition(text: string): Position | undefined {
  try {
    return positionOf(text)
  } catch {
    return undefined
  }
}

function positionOf(text: string): Position {
  const reported = JSON.parse(text) as {
    version: number
    offsetMs: number
    pausedAt: string | null
    runBy: string | null
    runUntil: string | null
  }
  return {
    offsetMs: reported.offsetMs,
    pausedAt: reported.pausedAt === null ? undefined : Temporal.Instant.from(reported.pausedAt),
    version: BigInt(reported.version),
    run:
      reported.runBy && reported.runUntil
        ? { by: reported.runBy, until: Temporal.Instant.from(reported.runUntil) }
        : undefined,
    furthestAt: undefined, // who moves the clock reads the row
  }
}

/** It never goes back, except to the machine's time. */
async function advanceClock(ctx: Writer, move: ClockAdvance, { runBy, also = [] }: MoveOptions): Promise<Position> {
  return decide(async () => {
    const position = await readPosition(ctx.db)
    const clock = movableClock()
    clock.set(position)
    const [now, wall] = [clock.now(), clock.wall()]
    const at = target(now, move)
    if (move.to !== 'the machine' && Temporal.Instant.compare(at, now) < 0)
      throw new ClockGoesOn(
        `The clock says ${now} and does not go back; only a reset goes back, to the machine's time.`,
      )
    const next: Position = {
      furthestAt: latestOf([now, at, ...(position.furthestAt ? [position.furthestAt] : [])]),
      offsetMs: move.to === 'the machine' ? 0 : Math.round(at.since(wall).total('milliseconds')),
      pausedAt: isPausedAfter(move, position) ? at : undefined,
      version: position.version + 1n,
      run: runAfter(move, position, runBy, wall),
    }
    await commit(ctx, at, [...also, moved(position, next)], 'staging-clock')
    return next
  })
}

const moved = ({ version }: Position, { offsetMs, pausedAt, run, furthestAt, ...next }: Position): Write =>
  update('florin.clock', {
    set: {
      offset_ms: BigInt(offsetMs),
      paused_at: pausedAt ?? null,
      version: next.version,
      run_by: run?.by ?? null,
      run_until: run?.until ?? null,
      furthest_at: furthestAt ?? null,
    },
    where: { id: true, version },
  })

function target(now: Instant, move: ClockAdvance): Instant {
  switch (move.to) {
    case 'moment':
      return wholeMs(move.at)
    case 'at least':
      return Temporal.Instant.compare(move.at, now) > 0 ? wholeMs(move.at) : now
    case 'later':
      return wholeMs(now.toZonedDateTimeISO('UTC').add(move.by).toInstant())
    case 'the machine':
      return movableClock().now()
    case 'pause':
    case 'resume':
    case 'end of run':
      return now
  }
}

const latestOf = (moments: readonly Instant[]): Instant => moments.toSorted(Temporal.Instant.compare).at(-1)!

/** The clock counts whole milliseconds; rounded up, it is not short of what falls due then. */
const wholeMs = (at: Instant): Instant => at.round({ smallestUnit: 'millisecond', roundingMode: 'ceil' })

function isPausedAfter({ to }: ClockAdvance, { pausedAt }: Position): boolean {
  if (to === 'pause') return true
  return pausedAt !== undefined && to !== 'resume' && to !== 'the machine'
}

/** The end of a run ends that one, and not another that has begun meanwhile. */
function runAfter({ to }: ClockAdvance, { run }: Position, by: string | undefined, wall: Instant): Position['run'] {
  if (to === 'end of run') return run?.by === by ? undefined : run
  return by === undefined ? run : { by, until: wall.add({ milliseconds: runLeaseMs }) }
}
