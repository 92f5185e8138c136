/** The rows that a piece of work needs, by name: to itself, or beside others that only need them to stay as they are. */
export type NeededRows = { own: readonly string[]; shared?: readonly string[] }

/**
 * Lines of work that waits for the same rows, in one process. One row keeps one connection busy, however many want it: the
 * first in line waits in the database, and the others wait here, in the order in which they came.
 */
export type Lines = {
  /** Whether somebody waits for this row, or works on it, so that nobody else may go first. */
  isWaitedFor(row: string): boolean
  /** Does it in its turn. While it waits here it ends as `passed` does: nothing of it has begun. */
  inTurn<T>(rows: NeededRows, passed: Promise<never>, work: () => Promise<T>): Promise<T>
  /** How many wait here. */
  waiting(): number
}

type Entry = { rows: Required<NeededRows>; begin(): void }

/** At most so many of those that share a row go on at the same time. */
export function openLines({ sharing = Number.POSITIVE_INFINITY }: { sharing?: number } = {}): Lines {
  const [owned, shared, waitedFor] = [new Set<string>(), new Map<string, number>(), new Map<string, number>()]
  const waiting = new Set<Entry>()
  const isFree = ({ own, shared: some }: Entry['rows']): boolean =>
    own.every((row) => !owned.has(row) && !shared.has(row)) &&
    some.every((row) => !owned.has(row) && (shared.get(row) ?? 0) < sharing)
  const begin = ({ own, shared: some }: Entry['rows']) => {
    for (const row of own) owned.add(row)
    for (const row of some) count(shared, row, 1)
  }
  const leave = (entry: Entry): void => {
    waiting.delete(entry)
    for (const row of [...entry.rows.own, ...entry.rows.shared]) count(waitedFor, row, -1)
  }
  /** Work behind other work that goes on waiting for the same row waits with it. */
  const look = (): void => {
    const passedBy = new Set<string>()
    for (const entry of waiting) {
      const wanted = [...entry.rows.own, ...entry.rows.shared]
      if (isFree(entry.rows) && !wanted.some((row) => passedBy.has(row))) {
        leave(entry)
        begin(entry.rows)
        entry.begin()
      } else for (const row of wanted) passedBy.add(row)
    }
  }
  const end = ({ own, shared: some }: Entry['rows']): void => {
    for (const row of own) owned.delete(row)
    for (const row of some) count(shared, row, -1)
    if (waiting.size > 0) look()
  }
  const turn = (rows: Entry['rows'], passed: Promise<never>): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry = { rows, begin: resolve }
    waiting.add(entry)
    for (const row of [...rows.own, ...rows.shared]) count(waitedFor, row, 1)
    passed.catch((error) => {
      if (!waiting.has(entry)) return
      leave(entry)
      reject(error)
      // Those behind it may have waited for what it alone had to wait for.
      look()
    })
    return promise
  }
  return {
    isWaitedFor: (row) => owned.has(row) || waitedFor.has(row),
    inTurn: async ({ own, shared: some = [] }, passed, work) => {
      const rows = { own: [...new Set(own)], shared: [...new Set(some)].filter((row) => !own.includes(row)) }
      const isNext = isFree(rows) && ![...rows.own, ...rows.shared].some((row) => waitedFor.has(row))
      if (isNext) begin(rows)
      else await turn(rows, passed)
      try {
        return await work()
      } finally {
        end(rows)
      }
    },
    waiting: () => waiting.size,
  }
}

export function count(counts: Map<string, number>, row: string, by: 1 | -1): void {
  const now = (counts.get(row) ?? 0) + by
  if (now === 0) counts.delete(row)
  else counts.set(row, now)
}

/** Places of those who wait in the database with a connection, in all lines together. */
export type Places = {
  /** Undefined: all are taken. Otherwise the function that leaves the place. */
  take(): (() => void) | undefined
  /** Resolves when a place is free, or after some milliseconds. */
  freed(): Promise<void>
}

export function openPlaces(most: number): Places {
  let left = most
  const asking = new Set<() => void>()
  return {
    take: () => {
      if (left === 0) return undefined
      left--
      return () => {
        left++
        for (const resolve of asking) resolve()
      }
    },
    freed: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      asking.add(resolve)
      const timer = setTimeout(resolve, triesAgainMs)
      await promise
      clearTimeout(timer)
      asking.delete(resolve)
    },
  }
}
const triesAgainMs = 20
