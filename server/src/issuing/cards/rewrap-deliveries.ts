import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { CardsContext } from './context.ts'
import { openDelivery, sealDelivery } from './delivery.ts'
import { deliveriesSealedBefore } from './store.ts'

type Parts = Pick<CardsContext, 'db' | 'react' | 'clock' | 'keys'>

/** Seals up to `limit` addresses again under the newest master key; to be called until `rewrapped` is 0. */
export async function rewrapDeliveries(
  ctx: Parts,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly string[] }> {
  const unreadable: string[] = []
  let rewrapped = 0
  for (const { id, sealed } of await deliveriesSealedBefore(ctx.db, ctx.keys.newestVersion('issuing'), limit)) {
    try {
      const sealed_delivery = sealDelivery(ctx.keys, id, openDelivery(ctx.keys, id, sealed))
      const write = update('cards.cards', { set: { sealed_delivery }, where: { id, sealed_delivery: sealed } })
      await commit(ctx, ctx.clock.now(), [write], 'rewrap-deliveries')
      rewrapped++
    } catch (error) {
      // Another process has done it; anything else is a record that does not open.
      if (!(error instanceof StaleWrite)) unreadable.push(id)
    }
  }
  return { rewrapped, unreadable }
}
