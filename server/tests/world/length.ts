import { randomInt } from 'node:crypto'

/**
 * How much a run tries. `npm test` checks every rule in some minutes; `npm run test:long` tries each on more seeds,
 * longer days, more clients and every page in every language and size.
 */
export const isLong = process.env.FLORIN_TESTS === 'long'

export const byLength = <T>({ short, long }: { short: T; long: T }): T => (isLong ? long : short)

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
