import type { NetworkResponse } from '#connectors/network/message.ts'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import type { SpendingContext } from './context.ts'
import type { Incoming } from './incoming.ts'
import { answerOfKnown } from './known-message.ts'
import { messageWrite, unchanged } from './outcome.ts'

/**
 * A number that is no card of ours (field 39: 14). It is about no account, so nothing is locked; the key of the message
 * decides which of two is the first.
 */
export const answerUnknownCard = (ctx: SpendingContext, incoming: Incoming): Promise<NetworkResponse> =>
  decide(async () => {
    const before = await answerOfKnown(ctx, ctx.db, incoming)
    if (before) return before
    const now = ctx.clock.now()
    const outcome = unchanged({ code: '14' }, null)
    await commit(ctx, now, [messageWrite(now, incoming, outcome, { cardId: null })], 'answer-unknown-card')
    return outcome.response
  })
