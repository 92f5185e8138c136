import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'

/**
 * One check of a module's records. It derives what the records should say again, by code that it does not share with
 * the code that wrote them. `moment` reads everything as of one moment; `report` logs the progress of a long check.
 */
export type Check = {
  name: string
  check(moment: Reader, findings: Findings, report: (count: number) => void, scope: Scope): Promise<void>
}

/**
 * What of a table is checked, as a condition on its columns: all of it, or what was written since a seal. A check of one
 * row by others reads those others whole. Checks that name no table here check everything every time.
 */
export type Scope = (table: keyof Schema & string) => string
export const everything: Scope = () => 'true'

/** What was checked, and every place where the records disagree. */
export type Report = {
  checked: readonly { what: string; count: number }[]
  differences: readonly Difference[]
  /** How many more differences there are than are listed. */
  more: number
  /** Nothing has happened yet that could be wrong. */
  isEmpty?: boolean
  /** The newest seal, where anything is sealed. */
  head?: { id: bigint; hash: string; sealedAt: Instant }
}

export type Difference = {
  /** `payment 1007`, `entry 55`, `account acquirer:captured in EUR`. */
  about: string
  /** What does not hold, in a sentence about it. */
  wrong: string
  actual: string
  should: string
  /** By how much, where there is a number. */
  off?: string
  /** Where a person begins the search. */
  look: string
}

/** What was found so far, as JSON can hold it. */
export type Found = Pick<Report, 'checked' | 'differences' | 'more'>

/** Collects what a verification finds. It keeps as many differences as a person could read, and counts the others. */
export class Findings {
  readonly #counts: Map<string, number>
  readonly #differences: Difference[]
  #more: number

  /** `before`: what a run that was interrupted has found. */
  constructor(before: Found = { checked: [], differences: [], more: 0 }) {
    this.#counts = new Map(before.checked.map(({ what, count }) => [what, count]))
    this.#differences = [...before.differences]
    this.#more = before.more
  }

  checked(what: string, count: number): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + count)
  }
  differ(...differences: readonly Difference[]): void {
    for (const difference of differences) {
      if (this.#differences.length < differencesMax) this.#differences.push(difference)
      else this.#more++
    }
  }
  report(): Report {
    const checked = [...this.#counts].map(([what, count]) => ({ what, count }))
    return { checked, differences: this.#differences, more: this.#more }
  }
}
const differencesMax = 1_000

/** The report as a person reads it. */
export function renderReport({ checked, differences, more, head, isEmpty }: Report): string {
  const counts = checked.map(({ what, count }) => `${what} ${count}`).join(', ')
  const newest = head ? `\nNewest seal: ${head.id} of ${head.sealedAt}, ${head.hash}` : ''
  if (differences.length === 0)
    return isEmpty
      ? `There is nothing to verify yet: no sale was ever recorded.${newest}`
      : `Checked ${counts}: the books prove themselves, and everything agrees.${newest}`
  const total = differences.length + more
  const reported = differences.map(renderDifference)
  const unlisted = more > 0 ? [`... and ${more} more.`] : []
  return [`Checked ${counts}: ${total} ${total === 1 ? 'difference' : 'differences'}.`, ...reported, ...unlisted].join(
    '\n\n',
  )
}

const renderDifference = ({ about, wrong, actual, should, off, look }: Difference): string =>
  [
    `${about}: ${wrong}`,
    `  is         ${actual}`,
    `  should be  ${should}`,
    ...(off === undefined ? [] : [`  off by     ${off}`]),
    `  look at    ${look}`,
  ].join('\n')
