import type { ListedBirth } from '../list-entry.ts'

/**
 * A date of birth as lists write it: "07 Oct 1962", "1962", "circa 1962", "1960 to 1965", "1962-10-07". A text without
 * a year says nothing that could be compared.
 */
export function birthOf(text: string): ListedBirth | undefined {
  const years = [...text.matchAll(/(?<!\d)(1[89]\d\d|20\d\d)(?!\d)/g)].map(([year]) => Number(year))
  if (years.length === 0) return undefined
  const about = /circa|approx|about/i.test(text) ? circaYears : 0
  return { text: text.slice(0, textMax), fromYear: Math.min(...years) - about, toYear: Math.max(...years) + about }
}
const circaYears = 2
const textMax = 100
