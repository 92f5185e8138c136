import { type Clock, type Instant, movableClock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'

export type StagingClock = Clock & { stop(): Promise<void> }

/**
 * The movable clock of a staging installation: its position is one row of the database, so that every process tells the
 * same time, and everybody hears at once when it is moved.
 */
export async function openStagingClock(db: Db): Promise<StagingClock> {
  const clock = movableClock()
  const read = async () => {
    const row = await db.read.selectFrom('florin.clock').selectAll().executeTakeFirstOrThrow()
    clock.set({ offsetMs: Number(row.offset_ms), pausedAt: row.paused_at ?? undefined })
  }
  await read()
  const listening = await db.listen('clock', () => void read().catch(() => undefined))
  return { now: clock.now, wall: clock.wall, stop: listening.stop }
}

export type ClockMove =
  | { to: 'the machine' }
  | { to: 'moment'; at: Instant }
  | { to: 'later'; by: Temporal.Duration }
  | { to: 'pause' }
  | { to: 'resume' }

/** Moves the clock of all processes. It never goes back, except to the machine's time. */
export async function moveClock(db: Db, move: ClockMove): Promise<Instant> {
  const row = await db.read.selectFrom('florin.clock').selectAll().executeTakeFirstOrThrow()
  const clock = movableClock()
  clock.set({ offsetMs: Number(row.offset_ms), pausedAt: row.paused_at ?? undefined })
  const now = clock.now()
  const next = target(now, move)
  if (move.to !== 'the machine' && Temporal.Instant.compare(next, now) < 0) {
    throw new RangeError(
      `The clock says ${now} and does not go back; to return to the machine's time: florin clock reset`,
    )
  }
  const paused = move.to === 'pause' || (row.paused_at !== null && move.to !== 'resume' && move.to !== 'the machine')
  const offsetMs = move.to === 'the machine' ? 0 : next.since(clock.wall()).total('milliseconds')
  await db.run(
    `with moved as (update florin.clock set offset_ms = $1, paused_at = $2 returning 1)
     select pg_notify('clock', ''), pg_notify('due', '') from moved`,
    [Math.round(offsetMs), paused ? next : null],
  )
  return next
}

function target(now: Instant, move: ClockMove): Instant {
  switch (move.to) {
    case 'moment':
      return move.at
    case 'later':
      return now.toZonedDateTimeISO('UTC').add(move.by).toInstant()
    case 'the machine':
      return movableClock().now()
    default:
      return now
  }
}
