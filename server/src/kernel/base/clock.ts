export type Instant = Temporal.Instant

/**
 * The only source of time. `now` is the logical time of the business: in staging it can be set, paused and advanced,
 * and all due work follows it. `wall` is the time of the machine, for leases between processes and nothing else. Both
 * are whole milliseconds.
 */
export type Clock = { now(): Instant; wall(): Instant }

const machineTime = openMoments()

export const systemClock: Clock = { now: machineTime, wall: machineTime }

/** The machine's time plus an offset that its owner sets; it can be paused. */
export function movableClock(): Clock & { set(state: ClockState): void } {
  let state: ClockState = { offsetMs: 0, pausedAt: undefined }
  const movedTime = openMoments()
  return {
    now: () => state.pausedAt ?? movedTime(state.offsetMs),
    wall: machineTime,
    set: (next) => {
      state = next
    },
  }
}
export type ClockState = { offsetMs: number; pausedAt: Instant | undefined }

/** The machine's time, moved by an offset. All who ask within a millisecond receive one object, which is costly to make. */
function openMoments(): (offsetMs?: number) => Instant {
  let last = Temporal.Instant.fromEpochMilliseconds(0)
  return (offsetMs = 0) => {
    const ms = Date.now() + offsetMs
    if (ms !== last.epochMilliseconds) last = Temporal.Instant.fromEpochMilliseconds(ms)
    return last
  }
}

/**
 * What follows from a moment, computed once for all who ask about the same one, one after the other: what is decided together
 * has one moment, and to compute with moments is costly.
 */
export function onceForEach<T>(compute: (at: Instant) => T): (at: Instant) => T {
  let last: { at: Instant; result: T } | undefined
  return (at) => {
    if (last?.at !== at) last = { at, result: compute(at) }
    return last.result
  }
}

/** For libraries that know nothing newer. */
export const dateOf = (at: Instant): Date => new Date(at.epochMilliseconds)
