/**
 * Collects what is asked for within one turn of the event loop and asks for all of it together: a hundred orders that
 * are billed at once cost one question, not a hundred. What is not found is undefined.
 */
export function loadInBatches<K extends bigint | string, V>(
  loadMany: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  { most }: { most: number },
): (key: K) => Promise<V | undefined> {
  let open: { keys: Set<K>; answer: Promise<ReadonlyMap<K, V>> } | undefined
  const begin = () => {
    const keys = new Set<K>()
    const answer = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (open?.keys === keys) open = undefined
      return loadMany([...keys])
    })
    return { keys, answer }
  }
  return async (key) => {
    open ??= begin()
    const { keys, answer } = open
    keys.add(key)
    if (keys.size === most) open = undefined
    return (await answer).get(key)
  }
}
