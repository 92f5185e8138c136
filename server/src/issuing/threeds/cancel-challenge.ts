import { commit, decide } from '#kernel/db/commit/commit.ts'
import { endings } from './answer-challenge.ts'
import { type Challenge, type ChallengeId, isOver } from './challenge.ts'
import type { ThreeDsContext } from './context.ts'
import { endChallenge } from './end-challenge.ts'
import { sendResult } from './send-result.ts'
import { findChallenge } from './store.ts'

/** The shopper does not want to go on, at the page of the bank. */
export async function cancelChallenge(
  ctx: ThreeDsContext,
  id: ChallengeId,
  ip: string,
): Promise<Challenge | undefined> {
  await decide(async () => {
    const challenge = await findChallenge(ctx.db, id)
    if (!challenge || isOver(challenge)) return
    const now = ctx.clock.now()
    const by = { actor: 'shopper', fromWhere: ip }
    await commit(ctx, now, await endChallenge(ctx, now, challenge, { ...endings.canceled, by }), 'cancel-challenge')
  })
  await sendResult(ctx, id)
  return findChallenge(ctx.db, id)
}
