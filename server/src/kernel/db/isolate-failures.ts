import assert from 'node:assert/strict'
import { isSharedFailure } from '#kernel/db/shared-failure.ts'

export type Isolating = {
  /** Whether an error concerns every item, so that nothing is tried again. Default: `isSharedFailure`. */
  isShared?: (error: unknown) => boolean
  /** After so many failed tries of more than one item, the items that are left are tried one by one; default: 16. */
  failuresMax?: number
}

/**
 * Does work for many items together, so that an item that cannot be done fails alone. `doMany` is all or nothing, and
 * returns the results in the order of the items. When it fails, each half of the items is tried by itself, in their order
 * and one half after the other, until an item that fails is alone with its error: one bad item among 200 costs 16 more
 * tries, of three times as many items in all. `failuresMax` bounds what many bad ones cost: at most one try for each item
 * and two for each of those failures.
 *
 * An error that concerns everybody, such as a lost connection, is that of all items that are not done yet.
 */
export async function isolateFailures<Item, Result>(
  items: readonly Item[],
  doMany: (items: readonly Item[]) => Promise<readonly Result[]>,
  { isShared = isSharedFailure, failuresMax = 16 }: Isolating = {},
): Promise<PromiseSettledResult<Result>[]> {
  const settled: PromiseSettledResult<Result>[] = []
  const waiting: (readonly Item[])[] = [items]
  const failures: unknown[] = []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    try {
      const results = await doMany(next)
      assert.equal(results.length, next.length, 'work for many items has a result for each of them')
      settled.push(...results.map((value) => ({ status: 'fulfilled' as const, value })))
    } catch (error) {
      const isLast = isShared(error)
      if (!isLast && next.length > 1) {
        waiting.push(...partsOf(next, failures.push(error) < failuresMax))
        continue
      }
      const hurt = isLast ? next.length + waiting.splice(0).flat().length : 1
      const reason = hasEndedBefore(error) ? (failures[0] ?? error) : error
      settled.push(...Array.from({ length: hurt }, () => ({ status: 'rejected' as const, reason })))
    }
  }
  return settled
}

/** A transaction that the first failure has ended: it says what was wrong, and nothing after it can be tried. */
const hasEndedBefore = (error: unknown): boolean => (error as { code?: string }).code === '25P02'

/** The last part is tried first. */
function partsOf<Item>(items: readonly Item[], isHalved: boolean): (readonly Item[])[] {
  if (!isHalved) return items.map((item) => [item]).toReversed()
  const middle = Math.ceil(items.length / 2)
  return [items.slice(middle), items.slice(0, middle)]
}

/**
 * The same for work that is done for one item after the other: `attempt` does it for one, and one that cannot be done keeps
 * none back that comes after it; undefined: it could not. `finish` throws what has failed, so that the work as a whole is
 * tried again. An error that concerns everybody is thrown at once.
 */
export function isolateEach(): { attempt<T>(work: () => Promise<T>): Promise<T | undefined>; finish(): void } {
  const errors: unknown[] = []
  return {
    attempt: async (work) => {
      try {
        return await work()
      } catch (error) {
        if (isSharedFailure(error)) throw error
        errors.push(error)
        return undefined
      }
    },
    finish: () => {
      if (errors.length === 1) throw errors[0]
      if (errors.length > 1) throw new AggregateError(errors, `${errors.length} could not be done; all others are`)
    },
  }
}
