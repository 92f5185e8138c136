import { randomInt } from 'node:crypto'
import { test } from 'vitest'

/**
 * How much a run tries. `npm test` checks every rule in some minutes; `npm run test:long` tries each on more seeds,
 * longer days, more clients and every page in every language and size.
 */
export const isLong = process.env.FLORIN_TESTS === 'long'

/** Every request of a world dies: before its reply is kept, or with its first commit done and no other. */
export type Dying = 'all' | 'after the first commit'
/** For stories that are run a second time. */
export const everyRequestDies = process.env.FLORIN_REQUESTS_DIE as Dying | undefined

export const byLength = <T>({ short, long }: { short: T; long: T }): T => (isLong ? long : short)

/**
 * A test of the long run alone: elsewhere it is not registered at all, so that nothing is reported as skipped. The comment
 * above it, `In small:`, is the title of the test that holds its rule in every run [checked: `server/tests/tidy/tests.test.ts`].
 */
export const longTest: LongTest = isLong ? test : () => {}
type Run = () => unknown
type LongTest = {
  (title: string, run: Run, timeoutMs?: number): void
  (title: string, options: { timeout: number }, run: Run): void
}

/**
 * The rows of a test that are tried: all of them in a long run, and so many in `npm test`, from the first to the last, with
 * the same distance between them. For rows of one kind, of which each would fail for the same reason.
 */
export const sampled = <const T>(rows: readonly T[], short = 2): T[] =>
  isLong || rows.length <= short
    ? [...rows]
    : Array.from({ length: short }, (_, nth) => rows[Math.round((nth * (rows.length - 1)) / Math.max(1, short - 1))]!)

/** How often a property is tried: so many times in a long run, and a fifth of them in `npm test`, but never less than ten. */
export const runs = (whole: number): { numRuns: number } => ({
  numRuns: isLong ? whole : Math.min(whole, Math.max(10, Math.ceil(whole / 5))),
})

/**
 * The rows of a matrix that are tried. In a long run every combination of its values. In `npm test` as many rows as its
 * longest list has values: each value is in one at least, all are as often in rows as the others of their list, and of the
 * pairs as many are met as fit. The same rows in every run, so that a row that fails can be run again.
 */
export function covering<M extends Matrix>(matrix: M, { whole = isLong }: { whole?: boolean } = {}): RowOf<M>[] {
  const lists = Object.entries(matrix)
  if (whole)
    return lists.reduce<Row[]>(
      (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
      [{}],
    ) as RowOf<M>[]
  const [longest, ...others] = lists.toSorted(([, one], [, other]) => other.length - one.length)
  const used = new Map<string, number>()
  const usesOf = (...parts: readonly (string | number)[]): number => used.get(parts.join()) ?? 0
  return longest![1].map((first, at) => {
    const row: Row = { [longest![0]]: first }
    const chosen: [name: string, index: number][] = [[longest![0], at]]
    for (const [name, values] of others) {
      const costs = values.map((_, index) => [
        usesOf(name, index),
        chosen.reduce((sum, pair) => sum + usesOf(...pair, name, index), 0),
      ])
      const index = costs.reduce((best, cost, each) => (isLess(cost, costs[best]!) ? each : best), 0)
      for (const key of [[name, index], ...chosen.map((pair) => [...pair, name, index])])
        used.set(key.join(), usesOf(...key) + 1)
      row[name] = values[index]
      chosen.push([name, index])
    }
    return row as RowOf<M>
  })
}
type Row = Record<string, unknown>
type Matrix = Readonly<Record<string, readonly unknown[]>>
type RowOf<M extends Matrix> = { [Name in keyof M]: M[Name][number] }

const isLess = ([one, then]: number[], [other, next]: number[]): boolean =>
  one! < other! || (one === other && then! < next!)

/** What is tried on the one with this index, of many that are made alike: all of it in a long run, else so many, in turn. */
export const inTurn = <T>(all: readonly T[], index: number, short: number): readonly T[] =>
  isLong ? all : Array.from({ length: short }, (_, nth) => all[(index * short + nth) % all.length]!)

/**
 * The seeds of a simulation: those in `SEED`, with commas between, or else ten that are the same in every run, to which a long run adds
 * fresh ones. Where ten take too long for `npm test`, the simulation says how many it takes, and why. Titles say the
 * seeds, so that a run can be replayed.
 */
export function seedsOf({ short = 10, long }: { short?: number; long: number }): number[] {
  const given = process.env.SEED
  if (given) return given.split(',').map(Number)
  const always = [20_260_504, ...Array.from({ length: short - 1 }, (_, index) => index + 1)]
  const fresh = Array.from({ length: long - short }, () => randomInt(2 ** 31))
  return isLong ? [...always, ...fresh] : always
}
