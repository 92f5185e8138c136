import type { AuthorizationRequest } from '#connectors/network/message.ts'
import type { Card } from '#issuing/cards'
import { update } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Books } from './books.ts'
import { fitOf, requestOf } from './cells.ts'
import type { WithCard } from './incoming.ts'
import { type Judged, responseTo } from './judged.ts'
import { type EarlyMessage, findParts, namesKey } from './message-store.ts'
import type { Outcome } from './outcome.ts'
import { findAnyTransaction } from './store.ts'
import { type CardSums, dayOf, spendableOf, withChange } from './sums.ts'
import { expiryOfHold, isSpending, type Transaction } from './transaction.ts'
import { openHold, releaseHold, transitionTransaction } from './transaction-writes.ts'

/** A transaction that was made by a message that named an authorization before that had come. */
export type Joined = {
  transaction: Transaction
  /** More parts of its clearing are to come. */
  isInParts: boolean
}

/** What a message that comes late joins: it was named by its key. Undefined: nothing, as of nearly every one. */
export async function findJoined(
  db: Reader,
  early: readonly EarlyMessage[],
  { key, card, request }: WithCard<AuthorizationRequest>,
): Promise<Joined | undefined> {
  const named = early.find((one) => one.cardId === card.id && one.transactionId !== null && namesKey(one, key))
  const transaction = named && (await findAnyTransaction(db, named.transactionId!))
  if (!transaction || fitOf(requestOf(request), transaction) === 0) return undefined
  const { numbers, of } = await findParts(db, transaction.id)
  return { transaction, isInParts: numbers.size < of }
}

/** What a decision is judged by, as if nothing had come before it: what was booked or held by then is asked for once. */
export function withoutJoined(
  books: Books,
  { id, accountId }: Card,
  joined: Joined | undefined,
): { sums: CardSums; spendable: bigint } {
  const [sums, spendable] = [books.spent(id), spendableOf(books.account(accountId))]
  if (!joined || !isSpending(joined.transaction.type)) return { sums, spendable }
  const { held, cleared, createdAt } = joined.transaction
  return { sums: withChange(sums, -(held + cleared), dayOf(createdAt)), spendable: spendable + held + cleared }
}

/**
 * The money has moved already, or the real amount is held: nothing is held again, but for the parts of a clearing that are
 * to come. A decline changes nothing, for the merchant has its money.
 */
export function planJoining(
  asked: WithCard<AuthorizationRequest>,
  { transaction, isInParts }: Joined,
  judged: Judged,
): Omit<Outcome, 'verdicts'> {
  const { now, books, judgement } = judged
  const { id, accountId, cardId, held, cleared, holds } = transaction
  const authorizationCode = transaction.authorizationCode ?? judged.authorizationCode
  const response = responseTo(asked, { ...judged, authorizationCode, transactionId: id })
  const billed = (judgement.isApproved ? judgement.approved : asked).billed?.minor ?? null
  if (!judgement.isApproved) return { response, transactionId: id, change: null, billed, writes: [] }
  const code = update('spending.transactions', { set: { authorization_code: authorizationCode }, where: { id } })
  const more = isInParts && billed !== null && billed > cleared + held ? billed - cleared - held : 0n
  if (more === 0n) return { response, transactionId: id, change: null, billed, writes: [code] }
  books.setHeld(accountId, books.account(accountId).held + more)
  books.setCard(cardId, withChange(books.card(cardId), more, books.day))
  const dueAt = expiryOfHold(now, transaction.merchantCategory, asked.request.preauthorization)
  const next = { authorized: transaction.authorized + more, held: held + more, holds: holds + 1, dueAt }
  const { change, writes } = transitionTransaction(transaction, 'increase', next)
  return {
    response,
    transactionId: id,
    change,
    billed: more,
    writes: [...writes, code, ...releaseHold(now, transaction), openHold(now, transaction, holds + 1, held + more)],
  }
}
