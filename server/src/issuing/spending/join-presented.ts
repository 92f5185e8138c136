import type { AuthorizationRequest, NetworkResponse } from '#connectors/network/message.ts'
import { post } from '#core/ledger'
import type { Card } from '#issuing/cards'
import { uuidAt } from '#kernel/base/id.ts'
import { money } from '#kernel/base/money.ts'
import { update } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { convertedOf, partBilled, partOf } from './billed.ts'
import type { Books } from './books.ts'
import { bestOf, fitOf, requestOf, stepOf } from './cells.ts'
import { type EarlyMessage, isAbout } from './early-messages.ts'
import type { WithCard } from './incoming.ts'
import { type Judged, responseTo } from './judged.ts'
import { findParts } from './message-store.ts'
import type { Outcome } from './outcome.ts'
import { presentmentName, presentmentWrite } from './presentment.ts'
import { transactionsById } from './store.ts'
import { type CardSums, dayOf, spendableOf, withChange } from './sums.ts'
import { expiryOfHold, isSpending, type Transaction } from './transaction.ts'
import { openHold, releaseHold, settledEvent, transitionTransaction } from './transaction-writes.ts'

/** A transaction that was made by a message that named an authorization before that had come. */
export type Joined = {
  transaction: Transaction
  /** More parts of its clearing are to come. */
  isInParts: boolean
}

/** The message that came first and has named this one; nearly always none. */
export type Before = {
  joined: Joined | undefined
  /** The best of it was reversed by then. */
  isReversed: boolean
}
export const nothingBefore: Before = { joined: undefined, isReversed: false }

/** Of several transactions that were made before the message: the one that it fits best. */
export async function findBefore(
  db: Reader,
  early: readonly EarlyMessage[],
  asked: WithCard<AuthorizationRequest>,
): Promise<Before> {
  const named = early.filter((one) => one.kind !== 'reversal' && asked.line.includes(one.cardId) && isAbout(one, asked))
  // A key names one message, and its names many.
  const byKey = named.filter(({ sender }) => sender !== null)
  const ids = (byKey.length > 0 ? byKey : named).flatMap(({ transactionId }) => transactionId ?? [])
  if (ids.length === 0) return nothingBefore
  const about = requestOf(asked.request)
  const by = byKey.length > 0 ? 'key' : 'name'
  const best = bestOf(await transactionsById(db, [...new Set(ids)]), (found) => fitOf(about, found, by))
  if (!best) return nothingBefore
  if (stepOf(about, best) === 'decline') return { joined: undefined, isReversed: true }
  const { numbers, of } = await findParts(db, best.id)
  return { joined: { transaction: best, isInParts: numbers.size < of }, isReversed: false }
}

/** What a decision is judged by, as if nothing had come before it: what was booked or held by then is asked for once. */
export function withoutJoined(
  books: Books,
  { id, accountId }: Card,
  joined: Joined | undefined,
): { sums: CardSums; spendable: bigint } {
  const [sums, spendable] = [books.spent(id), spendableOf(books.account(accountId))]
  if (!joined || !isSpending(joined.transaction.type)) return { sums, spendable }
  const { held, cleared, createdAt, cardId } = joined.transaction
  // A card that was reissued since has counted it.
  const own = cardId === id ? withChange(sums, -(held + cleared), dayOf(createdAt)) : sums
  return { sums: own, spendable: spendable + held + cleared }
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
  if (asked.request.posts) return postRest(asked, transaction, { ...judged, authorizationCode, response })
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

/** A single message is booked as far as its clearing, which came first, has not booked it. */
function postRest(
  { request, key, digest }: WithCard<AuthorizationRequest>,
  transaction: Transaction,
  { now, books, judgement, authorizationCode, response }: Judged & { response: NetworkResponse },
): Omit<Outcome, 'verdicts'> {
  const { id, accountId, cardId, status, currency, authorized, cleared, createdAt } = transaction
  const { amount, billed: whole } = judgement.approved
  const billed = whole!.minor
  const rest = status === 'settled' && isSpending(transaction.type) && billed > cleared ? billed - cleared : 0n
  const merchantMinor = partOf(billed, rest, amount.minor)
  if (rest === 0n || merchantMinor === 0n) {
    const code = update('spending.transactions', { set: { authorization_code: authorizationCode }, where: { id } })
    return { response, transactionId: id, change: null, billed, writes: [code] }
  }
  const merchant = money(merchantMinor, amount.currency)
  const part = partBilled(amount, merchantMinor, whole!)
  const booked = { ...part, minor: rest }
  books.setCard(cardId, withChange(books.card(cardId), rest, dayOf(createdAt)))
  const next = { authorized: authorized + rest, cleared: cleared + rest }
  const { change, writes } = transitionTransaction(transaction, 'post', next)
  const presentment = uuidAt(now)
  return {
    response,
    transactionId: id,
    change,
    billed: rest,
    writes: [
      ...writes,
      update('spending.transactions', {
        set: { authorization_code: authorizationCode, posts: true },
        where: { id },
      }),
      presentmentWrite(now, {
        id: presentment,
        transactionId: id,
        kind: 'clearing',
        acquirerId: request.reference.acquirerId,
        presentmentId: `${key.sender} ${key.stan} ${key.sentAt}`,
        digest,
        billed: booked,
        owed: 0n,
        merchant,
      }),
      ...post(now, 'cardPaymentCleared', presentmentName(presentment), {
        accountId,
        amount: money(rest, currency),
        converted: convertedOf(booked, merchant, currency),
      }),
      settledEvent(transaction, change),
    ],
  }
}
