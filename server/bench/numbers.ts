/** What was measured once, in milliseconds, and how to say it. */

/** The least sample that the share `p` (0 to 1) of them do not exceed (nearest rank); NaN without samples. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

/** Three significant figures are more than any of these measurements is worth. */
export const ms = (value: number): string => `${rounded(value)} ms`
export const rounded = (value: number): string =>
  Number.isFinite(value) ? (value >= 100 ? Math.round(value) : Number(value.toPrecision(3))).toLocaleString('en') : '–'
export const percent = (share: number): string => `${Math.round(share * 100)} %`

/**
 * Milliseconds of each of 300 times, as many as a p99 needs that is not the slowest one alone; fewer where they take longer
 * than `msMax` together, and three at least.
 */
export async function oftenTimed(work: () => Promise<unknown>, msMax: number): Promise<number[]> {
  const until = performance.now() + msMax
  const each: number[] = []
  while (each.length < 3 || (each.length < 300 && performance.now() < until)) {
    const began = performance.now()
    await work()
    each.push(performance.now() - began)
  }
  return each
}
