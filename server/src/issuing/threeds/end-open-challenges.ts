import { commit } from '#kernel/db/commit/commit.ts'
import type { ChallengeId } from './challenge.ts'
import type { ThreeDsContext } from './context.ts'
import { endChallenge } from './end-challenge.ts'
import { findChallenge } from './store.ts'
import type { By } from './transition-challenge.ts'

/**
 * Ends every open challenge as if it had expired, in the transaction of the caller. Returns their number; each is owed a result.
 */
export async function endOpenChallenges(ctx: Pick<ThreeDsContext, 'db' | 'react' | 'clock'>, by: By): Promise<number> {
  const now = ctx.clock.now()
  const open = await ctx.db.read
    .selectFrom('threeds.challenges')
    .select('id')
    .where('due_at', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { id } of open) {
    const challenge = (await findChallenge(ctx.db, id as ChallengeId))!
    await commit(
      ctx,
      now,
      await endChallenge(ctx, now, challenge, { action: 'expire', by, cancel: '05' }),
      'end-open-challenges',
    )
  }
  return open.length
}
