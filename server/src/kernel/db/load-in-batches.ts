import DataLoader from 'dataloader'

/**
 * Collects the keys that are requested within one turn of the event loop and loads them together, at most `most` at a
 * time: billing a hundred orders at once costs one query, not a hundred. A single key is loaded in the same turn. A key
 * that is not found yields undefined. Nothing is cached: a key that is requested later is loaded anew.
 */
export function loadInBatches<K extends bigint | string, V>(
  loadMany: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  { most }: { most: number },
): (key: K) => Promise<V | undefined> {
  const loader = new DataLoader<K, V | undefined>(
    async (keys) => {
      // The loader's cache is used only to merge equal keys that are requested together.
      loader.clearAll()
      const found = await loadMany(keys)
      return keys.map((key) => found.get(key))
    },
    // The end of the turn: later than the loader's own schedule, so that more of what is under way comes together.
    { maxBatchSize: most, batchScheduleFn: (load) => setImmediate(load) },
  )
  return (key) => loader.load(key)
}
