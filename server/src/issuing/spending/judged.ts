import type { AuthorizationRequest, NetworkResponse } from '#connectors/network/message.ts'
import type { TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import type { Books } from './books.ts'
import type { WithCard } from './incoming.ts'
import type { Judgement } from './judge.ts'
import { spendableOf } from './sums.ts'

/** A request that was judged, before it is planned what follows. */
export type Judged = {
  now: Instant
  books: Books
  judgement: Judgement
  /** For an approval. */
  authorizationCode: string
}

type Answer = Omit<Judged, 'now'> & {
  transactionId: TransactionId
  /** What the commit takes off the balance, and the books do not know yet. */
  posted?: bigint
}

/** The balance is said to whom asks for it, and with a part of an amount, so that the cashier knows why. */
export function responseTo(
  { request, card, shown, isInItsPlace }: WithCard<AuthorizationRequest>,
  { books, judgement, authorizationCode, transactionId, posted = 0n }: Answer,
): NetworkResponse {
  const { code, isApproved, approved } = judgement
  const saysBalance = isApproved && (request.purpose === 'balance' || code === '10')
  return {
    code,
    ...(isApproved && { authorizationCode, approved: approved.amount }),
    ...(isApproved && approved.billed && { billed: money(approved.billed.minor, card.currency) }),
    ...(saysBalance && { available: money(spendableOf(books.account(card.accountId)) - posted, card.currency) }),
    cvv: shown.cvv2 === 'notSent' ? 'notChecked' : shown.cvv2,
    ...(isInItsPlace && { updatedCard: { lastFour: card.lastFour, expiry: card.expiry } }),
    transactionId,
  }
}
