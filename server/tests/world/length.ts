import { randomInt } from 'node:crypto'

/**
 * How much a run tries. `npm test` keeps every rule in four minutes; `npm run test:long` tries each on more seeds, longer
 * days, bigger crowds and every page in every language and size.
 */
export const isLong = process.env.FLORIN_TESTS === 'long'

export const byLength = <T>({ short, long }: { short: T; long: T }): T => (isLong ? long : short)

/** The seeds of a simulation: the one that `SEED` names, else so many, of which the first are always the same. */
export function seedsOf(count: number, always: readonly number[] = []): number[] {
  const given = process.env.SEED
  if (given) return [Number(given)]
  const others = Array.from({ length: count - always.length }, () => randomInt(2 ** 31))
  return [...always, ...others]
}
