import type { NetworkRequest, NetworkResponse } from '#connectors/network/message.ts'
import { entriesOf } from '#core/ledger'
import { accountLocks, lateBooking } from '#issuing/accounts'
import type { Instant } from '#kernel/base/clock.ts'
import { commitTogether, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { planAdvice } from './advise.ts'
import { type Books, booksOf, lineOf, readSums } from './books.ts'
import { planClearing } from './clear.ts'
import type { SpendingContext } from './context.ts'
import { type Found, findOriginal } from './find-original.ts'
import type { WithCard } from './incoming.ts'
import { answerOfKnown } from './known-message.ts'
import { messageWrite, type Outcome } from './outcome.ts'
import { planRefund } from './refund.ts'
import { planReversal } from './reverse.ts'

/** Every message but an authorization: it follows what was decided before, and is carried out under the lock of its account. */
export const followMessage = (ctx: SpendingContext, asked: WithCard): Promise<NetworkResponse> =>
  decide(() => {
    const locks = [accountLocks([asked.card.accountId])]
    const read = (db: Reader) => Promise.all([answerOfKnown(ctx, db, asked), readSums(db, lineOf(asked))])
    return ctx.db.locked(locks, { name: 'follow-message', read }, async (db, [before, sums]) => {
      if (before) return before
      const now = ctx.clock.now()
      const books = booksOf(now, sums)
      const found = await findOriginal(db, now, asked)
      const outcome = await plan(asked, { db, now, books, found })
      const late = await lateBookings(db, now, { card: asked.card, writes: outcome.writes })
      const { isEarly } = found
      const message = messageWrite(now, asked, outcome, { cardId: asked.card.id, isEarly })
      const writes = [...outcome.writes, ...late, ...books.writes(), message]
      await commitTogether({ ...ctx, db }, now, writes, 'follow-message', { isLast: true })
      if (late.length > 0)
        ctx.log.warn({ accountId: asked.card.accountId, ...asked.request.key }, 'money was booked on a closed account')
      if (outcome.warning) ctx.log.warn({ transactionId: outcome.transactionId, ...asked.request.key }, outcome.warning)
      return outcome.response
    })
  })

/** All cards of a closed account are closed. */
async function lateBookings(
  db: Reader,
  now: Instant,
  { card, writes }: { card: WithCard['card']; writes: readonly Write[] },
): Promise<readonly Write[]> {
  if (card.status !== 'closed') return []
  const late = await Promise.all(entriesOf(writes).map((entry) => lateBooking(db, now, card.accountId, entry)))
  return late.flat()
}

type Deciding = { db: Reader; now: Instant; books: Books; found: Found }

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
