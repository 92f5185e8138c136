import { commit, decide } from '#kernel/db/commit/commit.ts'
import type { ChallengeId } from './challenge.ts'
import type { ThreeDsContext } from './context.ts'
import { endChallenge } from './end-challenge.ts'
import { sendResult } from './send-result.ts'
import { findChallenge } from './store.ts'

/** No answer came in time, or the shopper's browser never came. */
export async function expireChallenge(ctx: ThreeDsContext, id: ChallengeId): Promise<void> {
  const isExpired = await decide(async () => {
    const challenge = await findChallenge(ctx.db, id)
    const now = ctx.clock.now()
    if (!challenge?.dueAt || Temporal.Instant.compare(now, challenge.dueAt) < 0) return false
    const cancel = challenge.status === 'initiated' ? ('05' as const) : ('04' as const)
    const by = { actor: 'clock', fromWhere: 'florin' }
    await commit(
      ctx,
      now,
      await endChallenge(ctx, now, challenge, { action: 'expire', by, cancel }),
      'expire-challenge',
    )
    return true
  })
  if (isExpired) await sendResult(ctx, id)
}
