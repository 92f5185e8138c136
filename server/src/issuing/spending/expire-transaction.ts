import { accountLocks } from '#issuing/accounts'
import type { TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { commitTogether, decide, type Write } from '#kernel/db/commit/commit.ts'
import { openBooks } from './books.ts'
import type { SpendingContext } from './context.ts'
import { findAdded } from './message-store.ts'
import type { Change } from './outcome.ts'
import { ownMessage } from './own-message.ts'
import { recoverDebt } from './recover-debt.ts'
import { findAnyTransaction } from './store.ts'
import { recounted } from './sums.ts'
import type { Transaction } from './transaction.ts'
import { releaseHold, transitionTransaction } from './transaction-writes.ts'

type Context = Pick<SpendingContext, 'db' | 'react' | 'clock'>

/** What was not cleared in time is released; it may be cleared later all the same. Safe to repeat. */
export async function expireTransaction(ctx: Context, id: TransactionId): Promise<void> {
  const found = await findAnyTransaction(ctx.db, id)
  if (!found) return
  await decide(() =>
    ctx.db.locked([accountLocks([found.accountId])], { name: 'expire-transaction' }, async (db) => {
      const now = ctx.clock.now()
      const transaction = (await findAnyTransaction(db, id))!
      const { dueAt, held, cleared, accountId, cardId, createdAt } = transaction
      if (!dueAt || Temporal.Instant.compare(dueAt, now) > 0) return
      const books = await openBooks(db, now, [{ id: cardId, accountId }])
      if (held > 0n) {
        books.setHeld(accountId, books.account(accountId).held - held)
        const before = { createdAt, minor: held + cleared, added: await findAdded(db, transaction) }
        books.setCard(cardId, recounted(books.card(cardId), before, { ...before, minor: cleared }))
      }
      const { change, writes } = transitionTransaction(transaction, 'expire', { held: 0n, dueAt: null })
      const all = [
        ...writes,
        ...releaseHold(now, transaction),
        ...(held > 0n ? recoverDebt({ now, books }, transaction) : []),
        ...books.writes(),
        clockMessage(now, transaction, change),
      ]
      await commitTogether({ ...ctx, db }, now, all, 'expire-transaction', { isLast: true })
    }),
  )
}

const clockMessage = (now: Instant, about: Transaction, change: Change): Write =>
  ownMessage(now, {
    about,
    kind: 'clock',
    key: { sender: 'florin', stan: `${about.id}/${about.holds}` },
    change,
    amount: { minor: about.held, currency: about.currency, billedMinor: about.held },
    code: '00',
  })
