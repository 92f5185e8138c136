import type { Reader } from '#kernel/db/db.ts'

/** One check of `verify`: it compares what is stored with what follows from other records, and repairs nothing. */
export type AuditCheck = {
  name: string
  /** Reads at one moment; `report` tells how far it is, for checks that take long. */
  check(moment: Reader, findings: Findings, report: (count: number) => void): Promise<void>
}

/** What was checked, and every place where the records disagree with one another. */
export type Report = {
  checked: readonly { what: string; count: number }[]
  differences: readonly Difference[]
  /** How many more differences there are than are listed. */
  more: number
}

export type Difference = {
  /** `entry 55`, `order 1007`. */
  about: string
  /** What does not hold, in a sentence about it. */
  wrong: string
  actual: string
  should: string
  /** By how much, where there is a number. */
  off?: string
  /** Where a person begins to look. */
  look: string
}

/** Collects what the checks find. It keeps as many differences as a person could read, and counts the others. */
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

/**
 * All rows of a table, page by page in the order of their ids, so that a million of them need no memory. `next` returns
 * the rows after an id, at most `pageSize` of them.
 */
export async function* pagesOf<Row extends { id: bigint }>(
  next: (after: bigint) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after = 0n; ; ) {
    const page = await next(after)
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.id
  }
}
export const pageSize = 1_000
