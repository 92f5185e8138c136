import type { Clock } from '#kernel/base/clock.ts'

/**
 * Caches values that were found, for a short time of the machine's clock. It stores the promise, not the value:
 * concurrent calls cause one query, and a query that began before `forget` is not used after it. Values that were not
 * found, and errors, are not cached.
 */
export function shortMemory<K, V>(
  find: (key: K) => Promise<V | undefined>,
  { clock, ms = msDefault, entriesMax = entriesMaxDefault }: { clock: Clock; ms?: number; entriesMax?: number },
): { get(key: K): Promise<V | undefined>; forget(): void } {
  const entries = new Map<K, { found: Promise<V | undefined>; until: number }>()
  const load = (key: K, now: number): Promise<V | undefined> => {
    if (entries.size >= entriesMax) entries.clear()
    const entry = { found: find(key), until: now + ms }
    entries.set(key, entry)
    const drop = () => entries.get(key) === entry && entries.delete(key)
    entry.found.then((value) => value === undefined && drop(), drop)
    return entry.found
  }
  return {
    get: (key) => {
      const now = clock.wall().epochMilliseconds
      const known = entries.get(key)
      return known && now < known.until ? known.found : load(key, now)
    },
    forget: () => entries.clear(),
  }
}
const msDefault = 5_000
const entriesMaxDefault = 10_000
