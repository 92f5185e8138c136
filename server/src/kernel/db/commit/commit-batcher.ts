import { type Commit, commitBatch, shapeOf } from '#kernel/db/commit/batch-statement.ts'
import type { Ref } from '#kernel/db/commit/writes.ts'
import type { Db } from '#kernel/db/db.ts'

/**
 * For `Writer.crowd`: collects the commits of one turn of the event loop and carries out those of one shape together, up
 * to `most` of them. Gives undefined for those that have to be carried out by themselves: because they are alone, or
 * because something was in the way of one of them.
 */
export function openCommitBatcher(db: Db, { most }: { most: number }) {
  let waiting: Waiting[] = []
  const leave = () => {
    const batch = waiting
    waiting = []
    for (const alike of Map.groupBy(batch, ({ shape }) => shape).values())
      for (let from = 0; from < alike.length; from += most) void carryOut(db, alike.slice(from, from + most))
  }
  return (now: Commit['now'], writes: Commit['writes']): Promise<ReadonlyMap<Ref, bigint> | undefined> => {
    const shape = shapeOf({ now, writes })
    if (shape === undefined) return Promise.resolve(undefined)
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<Ref, bigint> | undefined>()
    if (waiting.length === 0) setImmediate(leave)
    waiting.push({ now, writes, shape, resolve })
    return promise
  }
}

type Waiting = Commit & { shape: string; resolve(ids: ReadonlyMap<Ref, bigint> | undefined): void }

async function carryOut(db: Db, batch: readonly Waiting[]): Promise<void> {
  // Whatever is wrong, each hears it again when it is carried out by itself, in the words that belong to it.
  const ids = batch.length === 1 ? undefined : await commitBatch(db, batch[0]!.shape, batch).catch(() => undefined)
  for (const [index, { resolve }] of batch.entries()) resolve(ids?.[index])
}
