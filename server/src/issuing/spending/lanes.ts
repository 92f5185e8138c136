import { inBatches } from '#kernel/db/load-in-batches.ts'

/**
 * Work that waits for the lock of an account by itself goes two at a time. However many wait for one account, there are
 * connections left for the authorizations of all others.
 */
export const openLanes = <Result>(): ((work: () => Promise<Result>) => Promise<Result>) =>
  inBatches((all: readonly (() => Promise<Result>)[]) => Promise.all(all.map((work) => work())), lanes)

const lanes = { most: 1, atOnce: 2, waitMs: 5_000 }
