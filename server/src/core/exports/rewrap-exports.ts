import { rewrapDataKey } from '#core/files'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { ExportsContext } from './export-task.ts'
import { keysSealedBefore } from './store.ts'

/**
 * Seals up to `limit` keys of files again under the newest master key, while files are written; to be called until
 * `rewrapped` is 0. What does not open is named.
 */
export async function rewrapExports(
  ctx: Pick<ExportsContext, 'db' | 'react' | 'clock' | 'keys'>,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly string[] }> {
  const unreadable: string[] = []
  let rewrapped = 0
  for (const { id, sealed } of await keysSealedBefore(ctx.db, ctx.keys.newestVersion('documents'), limit)) {
    try {
      const data_key = rewrapDataKey(ctx.keys, id, sealed)
      const write = update('exports.exports', { set: { data_key }, where: { id, data_key: sealed } })
      await commit(ctx, ctx.clock.now(), [write], 'rewrap-exports')
      rewrapped++
    } catch (error) {
      // It is over meanwhile; anything else is a key that does not open.
      if (!(error instanceof StaleWrite)) unreadable.push(`file ${id}`)
    }
  }
  return { rewrapped, unreadable }
}
