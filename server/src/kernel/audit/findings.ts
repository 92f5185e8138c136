import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'

/**
 * One check of a module's records. It derives what the records should say again, by code that it does not share with
 * the code that wrote them. `moment` reads everything as of one moment; `report` logs the progress of a long check.
 */
export type Check = {
  name: string
  check(moment: Reader, findings: Findings, report: (count: number) => void): Promise<void>
}

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

/** Collects what a verification finds. It keeps as many differences as a person could read, and counts the others. */
export class Findings {
  readonly #counts = new Map<string, number>()
  readonly #differences: Difference[] = []
  #more = 0

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
