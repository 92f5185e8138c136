import { seededRandom } from './acquirer-with-bad-days.ts'

/** Chance that a seed determines. */
export type Random = {
  /** True so many times of a hundred. */
  chance(percent: number): boolean
  /** A whole number from the first up to and with the second. */
  between(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  /** A separate generator, for concurrent work: the order of draws then makes no difference. */
  fork(): Random
  seed(): number
}

export function randomOf(seed: number): Random {
  const random = seededRandom(seed)
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1))
  const nextSeed = (): number => Math.floor(random() * 2 ** 32)
  return {
    chance: (percent) => random() * 100 < percent,
    between,
    pick: (list) => {
      if (list.length === 0) throw new Error('there is nothing to pick from')
      return list[between(0, list.length - 1)]!
    },
    fork: () => randomOf(nextSeed()),
    seed: nextSeed,
  }
}
