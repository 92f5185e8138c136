/** What was measured once, in milliseconds, and how to say it. */

/** The value below which the share `p` (0 to 1) of the samples lie; NaN without samples. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5)

/** Three significant figures are more than any of these measurements is worth. */
export const ms = (value: number): string => `${rounded(value)} ms`
export const rounded = (value: number): string =>
  Number.isFinite(value) ? (value >= 100 ? Math.round(value) : Number(value.toPrecision(3))).toLocaleString('en') : '–'
export const percent = (share: number): string => `${Math.round(share * 100)} %`
