/** How long the only thread worked without looking for anything new, in milliseconds of the processor. */
export type Stretches = { p99: number; most: number; over20: number }

/**
 * Measures each turn of this process's event loop by the thread's own processor time, so that other programs on the
 * machine make no difference: what comes during a turn waits for its end. It never lets the loop sleep meanwhile.
 */
export function watchStretches() {
  let turns: number[] = []
  let watching = false
  const now = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const turn = (began: number) => {
    if (!watching) return
    const ended = now()
    // Most turns find nothing to do.
    if (ended - began > 0.2) turns.push(ended - began)
    setImmediate(turn, now())
  }
  return {
    begin: () => {
      ;[turns, watching] = [[], true]
      setImmediate(turn, now())
      return 'begun'
    },
    end: (): Stretches => {
      watching = false
      const sorted = turns.toSorted((one, other) => one - other)
      const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
      return { p99: at(0.99), most: at(1), over20: sorted.filter((ms) => ms > 20).length }
    },
  }
}
