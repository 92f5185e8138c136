import { announce, anyOf, commit, decide, increase, update } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { holderOwner, type SessionId } from './holder.ts'

/**
 * Ends those of these sessions that are open: their rows are from an older version, or from a master key that is lost, and
 * it is not known whether the program made them. Their customers log in again.
 */
export const endOlderSessions = (
  ctx: Pick<HoldersContext, 'db' | 'react' | 'clock'>,
  ids: readonly SessionId[],
): Promise<number> =>
  decide(async () => {
    const now = ctx.clock.now()
    const open = await ctx.db.read
      .selectFrom('holders.sessions')
      .select(['id', 'holder_id as holderId'])
      .where('id', 'in', ids)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .execute()
    if (open.length === 0) return 0
    const reason = 'revoked'
    const ended = update('holders.sessions', {
      set: { ended_at: now, end_reason: reason, version: increase(1n) },
      where: { id: anyOf(open.map(({ id }) => id)), ended_at: null },
      expect: open.length,
    })
    const announced = open.map(({ id: sessionId, holderId }) =>
      announce('sessionEnded', {
        owner: holderOwner(holderId),
        subjectId: holderId,
        body: { sessionId, reason },
        subject: undefined,
      }),
    )
    await commit(ctx, now, [ended, ...announced], 'end-older-sessions')
    return open.length
  })
