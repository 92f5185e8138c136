import { commit, StaleWrite, update } from '#kernel/db/commit/commit.ts'
import type { AccessContext } from '../context.ts'
import type { StaffFactorId } from '../ids.ts'
import { secretsSealedBefore } from './factor-store.ts'
import { openTotpSecret, sealTotpSecret } from './prove-factor.ts'

/** Seals the secrets of up to `limit` apps again under the newest master key; to be called until `rewrapped` is 0. */
export async function rewrapFactors(
  ctx: AccessContext,
  { limit }: { limit: number },
): Promise<{ rewrapped: number; unreadable: readonly StaffFactorId[] }> {
  const unreadable: StaffFactorId[] = []
  let rewrapped = 0
  for (const factor of await secretsSealedBefore(ctx.db, ctx.keys.newestVersion('directory'), limit)) {
    const { id, staffId, sealedSecret } = factor
    try {
      const sealed_secret = sealTotpSecret(ctx, staffId, openTotpSecret(ctx, factor))
      const where = { id, sealed_secret: sealedSecret }
      const write = update('access.staff_factors', { set: { sealed_secret }, where })
      await commit(ctx, ctx.clock.now(), [write], 'rewrap-factors')
      rewrapped++
    } catch (error) {
      // Another process has done it; anything else is a record that does not open.
      if (!(error instanceof StaleWrite)) unreadable.push(id)
    }
  }
  return { rewrapped, unreadable }
}
