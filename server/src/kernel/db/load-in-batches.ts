import DataLoader from 'dataloader'

/**
 * Collects keys that are requested at the same time and loads them together, at most `most` at a time. While a batch is
 * being loaded, keys that are requested meanwhile wait and are the next one; a key that is alone does not wait, and none
 * waits longer than `waitMs` for a slow batch. So billing a hundred orders at once, or a hundred
 * shoppers who pay at once, costs one query, not a hundred.
 *
 * A key that is not found yields undefined. Nothing is cached: a batch reads what is stored after its keys were
 * requested.
 */
export function loadInBatches<K extends bigint | string, V>(
  loadMany: (keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
  { most = 200, waitMs = 50 }: { most?: number; waitMs?: number } = {},
): (key: K) => Promise<V | undefined> {
  const turns = takeTurns(waitMs)
  const loader = new DataLoader<K, V | undefined>(
    async (keys) => {
      // The loader's cache is used only to merge equal keys that are requested together.
      loader.clearAll()
      const loading = loadMany(keys)
      turns.isBusyWith(loading)
      const found = await loading
      return keys.map((key) => found.get(key))
    },
    // The end of the turn: later than the loader's own schedule, so that more of what is under way comes together.
    { maxBatchSize: most, batchScheduleFn: (load) => setImmediate(() => turns.take(load)) },
  )
  return (key) => loader.load(key)
}

/**
 * The same for work that is done for each item: what begins at the same time is done together. `doMany` returns the
 * results in the order of the items; when it fails, all of them fail.
 */
export function inBatches<Item, Result>(
  doMany: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most = 200, waitMs = 50 }: { most?: number; waitMs?: number } = {},
): (item: Item) => Promise<Result> {
  const turns = takeTurns(waitMs)
  const loader = new DataLoader<Item, Result>(
    (items) => {
      const doing = doMany(items)
      turns.isBusyWith(doing)
      return doing
    },
    { cache: false, maxBatchSize: most, batchScheduleFn: (begin) => setImmediate(() => turns.take(begin)) },
  )
  return (item) => loader.load(item)
}

/** A loader for each database that is read from: a transaction is one of its own, and reads what it has written. */
export function loaderByKey<Source extends object, K extends bigint | string, V>(
  loadMany: (db: Source, keys: readonly K[]) => Promise<ReadonlyMap<K, V>>,
): (db: Source, key: K) => Promise<V | undefined> {
  const loaders = new WeakMap<Source, (key: K) => Promise<V | undefined>>()
  return (db, key) => loaders.getOrInsertComputed(db, () => loadInBatches((keys) => loadMany(db, keys)))(key)
}

/** One at a time; a batch that has waited for `waitMs` is loaded at the same time as the one before. */
function takeTurns(waitMs: number) {
  const waiting: (() => void)[] = []
  let turn = 0
  let isBusy = false
  const end = (ended: number) => {
    if (ended !== turn) return
    isBusy = false
    waiting.shift()?.()
  }
  return {
    take: (begin: () => void): void => {
      if (isBusy) waiting.push(begin)
      else begin()
    },
    isBusyWith: (work: Promise<unknown>): void => {
      const own = ++turn
      isBusy = true
      const over = setTimeout(() => end(own), waitMs)
      const ended = () => {
        clearTimeout(over)
        end(own)
      }
      work.then(ended, ended)
    },
  }
}
