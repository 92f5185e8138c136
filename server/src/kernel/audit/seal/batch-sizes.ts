import type { Batch } from './reach.ts'

/** How many rows of each journal a seal takes: fewer where a larger seal has failed. Kept from one seal to the next. */
export type BatchSizes = {
  of(journal: string): number
  /** Halves the batches of these journals; false when one row of one journal is all that is left of them. */
  halve(journals: readonly string[], batches: ReadonlyMap<string, Batch>): boolean
  /** A seal was made: the next one takes twice as many rows, until it takes all that one may. */
  succeeded(): void
}

export function openBatchSizes(): BatchSizes {
  const sizes = new Map<string, number>()
  return {
    of: (journal) => sizes.get(journal) ?? rowsMax,
    halve: (journals, batches) => {
      const taken = journals.filter((name) => batches.has(name))
      const larger = taken.filter((name) => batches.get(name)!.rows > 1)
      if (larger.length > 0) for (const name of larger) sizes.set(name, Math.floor(batches.get(name)!.rows / 2))
      // One row of each: which of them it is that fails shows when one goes alone.
      else for (const name of taken.slice(1)) sizes.set(name, 0)
      return larger.length > 0 || taken.length > 1
    },
    succeeded: () => {
      for (const [name, size] of sizes)
        if (size * 2 < rowsMax) sizes.set(name, Math.max(1, size * 2))
        else sizes.delete(name)
    },
  }
}

/** Of one journal in one seal. */
export const rowsMax = 5_000
