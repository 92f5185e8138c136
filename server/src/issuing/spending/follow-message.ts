import type { NetworkRequest, NetworkResponse } from '#connectors/network/message.ts'
import { accountLocks } from '#issuing/accounts'
import { commitTogether, decide } from '#kernel/db/commit/commit.ts'
import { planAdvice } from './advise.ts'
import { openBooks } from './books.ts'
import { planClearing } from './clear.ts'
import type { SpendingContext } from './context.ts'
import type { WithCard } from './incoming.ts'
import { answerOfKnown } from './known-message.ts'
import { messageWrite, type Outcome } from './outcome.ts'
import { planRefund } from './refund.ts'
import { planReversal } from './reverse.ts'

/** Every message but an authorization: it follows what was decided before, and is carried out under the lock of its account. */
export const followMessage = (ctx: SpendingContext, asked: WithCard): Promise<NetworkResponse> =>
  decide(() =>
    ctx.db.locked([accountLocks([asked.card.accountId])], { name: 'follow-message' }, async (db) => {
      const before = await answerOfKnown(ctx, db, asked)
      if (before) return before
      const now = ctx.clock.now()
      const books = await openBooks(db, now, [asked.card])
      const outcome = await plan(asked, { db, now, books })
      const writes = [...outcome.writes, ...books.writes(), messageWrite(now, asked, outcome, asked.card.id)]
      await commitTogether({ ...ctx, db }, now, writes, 'follow-message')
      return outcome.response
    }),
  )

type Deciding = Parameters<typeof planReversal>[1]

function plan({ request, ...asked }: WithCard<NetworkRequest>, deciding: Deciding): Promise<Outcome> {
  switch (request.kind) {
    case 'reversal':
      return planReversal({ ...asked, request }, deciding)
    case 'clearing':
      return planClearing({ ...asked, request }, deciding)
    case 'refund':
      return planRefund({ ...asked, request }, deciding)
    case 'advice':
      return planAdvice({ ...asked, request }, deciding)
    case 'authorization':
      throw new Error('authorizations are decided together')
  }
}
