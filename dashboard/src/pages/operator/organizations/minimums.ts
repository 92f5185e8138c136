/** The least amounts of payouts as they are typed: one on each line, such as `100.00 EUR`. */
export const listInLines = (list: readonly string[]): string => list.join('\n')

export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The least amounts that are sent: what stands there, and zero of each currency that stands there no more. */
export function minimumsToSend(now: string, before: string): string[] {
  const kept = linesIn(now)
  const currencies = new Set(kept.map(currencyIn))
  const removed = linesIn(before)
    .map(currencyIn)
    .filter((currency) => !currencies.has(currency))
  return [...kept, ...removed.map((currency) => `0 ${currency}`)]
}

const currencyIn = (minimum: string): string => minimum.split(/\s+/)[1]?.toUpperCase() ?? ''
