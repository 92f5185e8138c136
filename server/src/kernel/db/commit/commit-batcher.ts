import { type Commit, commitBatch, shapeOf } from '#kernel/db/commit/batch-statement.ts'
import { committedIds, type Writer } from '#kernel/db/commit/commit.ts'
import type { Ref } from '#kernel/db/commit/writes.ts'

/**
 * For `Writer.batch`: collects the commits of one turn of the event loop and carries out those of one shape together,
 * up to `most` of them. Returns undefined for those that have to be carried out by themselves: because they are alone,
 * or because something was in the way of one of them.
 */
export function openCommitBatcher(db: Writer['db'], { most }: { most: number }): NonNullable<Writer['batch']> {
  let waiting: Waiting[] = []
  const leave = () => {
    const batch = waiting
    waiting = []
    for (const alike of Map.groupBy(batch, ({ shape }) => shape).values())
      for (let from = 0; from < alike.length; from += most) void carryOut(db, alike.slice(from, from + most))
  }
  return async (now, writes, useCase) => {
    const shape = shapeOf({ now, writes, useCase })
    if (shape === undefined) return undefined
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<Ref, bigint> | undefined>()
    if (waiting.length === 0) setImmediate(leave)
    waiting.push({ now, writes, useCase, shape, resolve })
    const ids = await promise
    return ids && committedIds(ids)
  }
}

type Waiting = Commit & { shape: string; resolve(ids: ReadonlyMap<Ref, bigint> | undefined): void }

async function carryOut(db: Writer['db'], batch: readonly Waiting[]): Promise<void> {
  // On any error each commit is carried out by itself, and its caller receives its own error.
  const ids = batch.length === 1 ? undefined : await commitBatch(db, batch[0]!.shape, batch).catch(() => undefined)
  for (const [index, { resolve }] of batch.entries()) resolve(ids?.[index])
}
