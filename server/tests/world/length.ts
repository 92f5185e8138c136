import { randomInt } from 'node:crypto'

/**
 * How much a run tries. `npm test` checks every rule in four minutes; `npm run test:long` tries each on more seeds,
 * longer days, more clients and every page in every language and size.
 */
export const isLong = process.env.FLORIN_TESTS === 'long'

export const byLength = <T>({ short, long }: { short: T; long: T }): T => (isLong ? long : short)

/** The seeds of a simulation: the one in `SEED`, or else this many, of which the first are always the same. */
export function seedsOf(count: number, always: readonly number[] = []): number[] {
  const given = process.env.SEED
  if (given) return [Number(given)]
  const others = Array.from({ length: count - always.length }, () => randomInt(2 ** 31))
  return [...always, ...others]
}
