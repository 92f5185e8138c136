import { inBatches } from '#kernel/db/load-in-batches.ts'

/**
 * Work on an account by itself goes two at a time, so that it leaves connections to authorizations, which go together. What
 * waits for an account does so in the line of that account (`kernel/db/lines.ts`), and lets the next one begin.
 */
export const openLanes = <Result>(): ((work: () => Promise<Result>) => Promise<Result>) =>
  inBatches((all: readonly (() => Promise<Result>)[]) => Promise.all(all.map((work) => work())), lanes)

const lanes = { most: 1, atOnce: 2 }
