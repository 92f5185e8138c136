import { rewrapDataKey } from '#core/files'
import { commit, StaleWrite, update, type Write } from '#kernel/db/commit/commit.ts'
import { sealedBefore } from './case-store.ts'
import type { DisputesContext } from './context.ts'
import { openEvidence, sealEvidence } from './evidence.ts'

/**
 * Seals up to `limit` keys of files and as many texts again under the newest master key, while merchants go on; to be
 * called until `rewrapped` is 0. What does not open is named.
 */
export async function rewrapEvidence(
  ctx: Pick<DisputesContext, 'db' | 'react' | 'clock' | 'keys'>,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly string[] }> {
  const { db, keys } = ctx
  const { files, texts } = await sealedBefore(db, keys.newestVersion('documents'), limit)
  const all = [
    ...files.map(({ id, sealed }) => ({
      name: `file ${id}`,
      make: (): Write =>
        update('disputes.documents', {
          set: { data_key: rewrapDataKey(keys, id, sealed) },
          where: { id, data_key: sealed },
        }),
    })),
    ...texts.map(({ id, sealed }) => ({
      name: `evidence of dispute ${id}`,
      make: (): Write =>
        update('disputes.cases', {
          set: { evidence: sealEvidence(keys, id, openEvidence(keys, id, sealed)) },
          where: { id, evidence: sealed },
        }),
    })),
  ]
  const unreadable: string[] = []
  let rewrapped = 0
  for (const { name, make } of all) {
    try {
      await commit(ctx, ctx.clock.now(), [make()], 'rewrap-evidence')
      rewrapped++
    } catch (error) {
      // It was changed meanwhile, and is sealed by the newest key; anything else is a record that does not open.
      if (!(error instanceof StaleWrite)) unreadable.push(name)
    }
  }
  return { rewrapped, unreadable }
}
