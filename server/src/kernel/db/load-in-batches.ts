import DataLoader from 'dataloader'

/**
 * Collects the keys that are asked for within one turn of the event loop and loads them together, at most `most` at
 * once: a hundred orders that are billed at once cost one query, not a hundred. A key that is alone is loaded in the same
 * turn. What is not found is undefined. Nothing is cached: a key that is asked for later is loaded anew.
 */
export function loadInBatches<K extends bigint | string, V>(
  loadMany: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  { most }: { most: number },
): (key: K) => Promise<V | undefined> {
  const loader = new DataLoader<K, V | undefined>(
    async (keys) => {
      // The loader's cache is only what makes one key of the two that are asked for together.
      loader.clearAll()
      const found = await loadMany(keys)
      return keys.map((key) => found.get(key))
    },
    // The end of the turn: later than the loader's own schedule, so that more of what is under way comes together.
    { maxBatchSize: most, batchScheduleFn: (load) => setImmediate(load) },
  )
  return (key) => loader.load(key)
}
