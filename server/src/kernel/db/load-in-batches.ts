import { AsyncLocalStorage } from 'node:async_hooks'
import DataLoader from 'dataloader'
import { isolateFailures } from '#kernel/db/isolate-failures.ts'
import { noticingWrites, rememberWrite } from '#kernel/db/written.ts'

/**
 * Collects keys that are requested at the same time and loads them together, at most `most` at a time. While a batch is
 * being loaded, keys that are requested meanwhile wait and are the next one; a key that is alone does not wait, and none
 * waits longer than `waitMs` for a slow batch. So billing a hundred orders at once, or a hundred
 * shoppers who pay at once, costs one query, not a hundred.
 *
 * A key that is not found yields undefined. One that cannot be asked for fails alone. Nothing is cached: a batch reads what is stored after its keys were
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
      const loading = isolateFailures(keys, async (some) => {
        const found = await loadMany(some)
        return some.map((key) => found.get(key))
      })
      turns.isBusyWith(loading)
      return (await loading).map((one) => (one.status === 'fulfilled' ? one.value : errorOf(one)))
    },
    // The end of the turn: later than the loader's own schedule, so that more of what is under way comes together.
    { maxBatchSize: most, batchScheduleFn: (load) => setImmediate(() => turns.take(load)) },
  )
  return (key) => loader.load(key)
}

const errorOf = ({ reason }: PromiseRejectedResult): Error =>
  reason instanceof Error ? reason : new Error(String(reason))

/**
 * The same for work that is done for each item: what begins at the same time is done together, at most `most` at a time.
 * While a batch is under way, what comes meanwhile is the next one; up to `atOnce` are under way where each is full, so
 * that one computes while the other waits for the database. Of items with the same `apart` one is in a batch. `doMany`
 * is all or nothing, and returns the results in the order of the items; an item that cannot be done fails alone
 * (`isolateFailures`).
 *
 * A batch runs in the context of its first item, such as its trace. What it has written, each request remembers whose item was
 * among those that were done together, unless `wrote` says that the result is of no write.
 */
export function inBatches<Item, Result>(
  doMany: (items: readonly Item[]) => Promise<readonly Result[]>,
  { most = 200, waitMs = 50, atOnce = 1, apart, wrote: isOfWrite = () => true }: BatchesOfWork<Item, Result> = {},
): (item: Item) => Promise<Result> {
  type Waiting = {
    item: Item
    resolve(result: Result): void
    reject(error: unknown): void
    inContext<T>(work: () => T): T
  }
  const doTogether = async (batch: readonly Waiting[]): Promise<readonly Result[]> => {
    const { ended, wrote } = await noticingWrites(() => doMany(batch.map(({ item }) => item)))
    if (wrote)
      for (const [nth, { inContext }] of batch.entries())
        if (ended.status === 'rejected' || isOfWrite(ended.value[nth]!)) inContext(rememberWrite)
    if (ended.status === 'rejected') throw ended.reason
    return ended.value
  }
  let waiting: Waiting[] = []
  let [underWay, isLooking] = [0, false]
  const look = () => {
    isLooking = false
    while (waiting.length > 0 && (underWay === 0 || (underWay < atOnce && waiting.length >= most))) {
      const batch = take()
      batch[0]!.inContext(() => begin(batch))
    }
  }
  const take = (): Waiting[] => {
    const [batch, left]: [Waiting[], Waiting[]] = [[], []]
    const names = new Set<string>()
    for (const one of waiting) {
      const name = batch.length < most ? apart?.(one.item) : undefined
      const isNext = batch.length < most && (name === undefined || !names.has(name))
      if (name !== undefined) names.add(name)
      ;(isNext ? batch : left).push(one)
    }
    waiting = left
    return batch
  }
  const begin = (batch: readonly Waiting[]) => {
    underWay++
    let isCounted = true
    const end = () => {
      if (!isCounted) return
      isCounted = false
      underWay--
      look()
    }
    const over = setTimeout(end, waitMs)
    void isolateFailures(batch, doTogether).then((settled) => {
      clearTimeout(over)
      for (const [nth, one] of settled.entries())
        if (one.status === 'fulfilled') batch[nth]!.resolve(one.value)
        else batch[nth]!.reject(one.reason)
      end()
    })
  }
  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    waiting.push({ item, resolve, reject, inContext: AsyncLocalStorage.snapshot() })
    // The end of the turn: what else begins in it comes along.
    if (!isLooking) setImmediate(look)
    isLooking = true
    return promise
  }
}

type BatchesOfWork<Item, Result> = {
  most?: number
  waitMs?: number
  atOnce?: number
  apart?: (item: Item) => string | undefined
  wrote?: (result: Result) => boolean
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
