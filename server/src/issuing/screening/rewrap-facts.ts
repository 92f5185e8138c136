import type { HolderId } from '#issuing/ids'
import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { ScreeningContext } from './context.ts'
import { openFacts, sealFacts } from './person-facts.ts'
import { factsSealedBefore } from './store.ts'

type Parts = Pick<ScreeningContext, 'db' | 'react' | 'clock' | 'keys'>

/** Seals the facts of up to `limit` persons again under the newest master key; to be called until `rewrapped` is 0. */
export async function rewrapFacts(
  ctx: Parts,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly HolderId[] }> {
  const unreadable: HolderId[] = []
  let rewrapped = 0
  const { keys } = ctx
  for (const { holderId, factsNumber, sealedFacts } of await factsSealedBefore(
    ctx.db,
    keys.newestVersion('documents'),
    limit,
  )) {
    try {
      const of = { keys, holderId, factsNumber }
      const sealed_facts = sealFacts(of, openFacts(of, sealedFacts))
      const where = { holder_id: holderId, sealed_facts: sealedFacts }
      await commit(ctx, ctx.clock.now(), [update('screening.people', { set: { sealed_facts }, where })], 'rewrap-facts')
      rewrapped++
    } catch (error) {
      // Another process has done it, or the facts have changed; anything else is a record that does not open.
      if (!(error instanceof StaleWrite)) unreadable.push(holderId)
    }
  }
  return { rewrapped, unreadable }
}
