import type { AuthorizationRequest } from '#connectors/network/message.ts'
import type { WithCard } from './incoming.ts'
import { type Judged, responseTo } from './judged.ts'
import type { Outcome } from './outcome.ts'
import { expiryOfHold, type Transaction } from './transaction.ts'
import { openHold, releaseHold, transitionTransaction } from './transaction-writes.ts'

type Asked = WithCard<AuthorizationRequest>

/** Whether a request may add to this approval, as far as its state does not say so: at the same merchant, and to be held. */
export const isIncreasable = (
  { merchantId }: Transaction,
  { request: { posts, merchant } }: Pick<Asked, 'request'>,
): boolean => !posts && merchantId === merchant.id

/**
 * The merchant needs more than was approved: a longer stay, another round. The amount joins the hold; when it is declined,
 * what was approved before stays as it is.
 */
export function planIncrease(asked: Asked, original: Transaction, judged: Judged): Omit<Outcome, 'verdicts'> {
  const { books, now, judgement } = judged
  const { id, accountId, preauthorization, merchantCategory } = original
  const authorizationCode = original.authorizationCode ?? judged.authorizationCode
  if (!judgement.isApproved) {
    const response = responseTo(asked, { ...judged, authorizationCode, transactionId: id })
    return { response, transactionId: id, change: null, billed: asked.billed?.minor ?? null, writes: [] }
  }
  const more = judgement.approved.billed!.minor
  books.setHeld(accountId, books.account(accountId).held + more)
  const [held, holds] = [original.held + more, original.holds + 1]
  const dueAt = expiryOfHold(now, merchantCategory, preauthorization)
  const next = { authorized: original.authorized + more, held, holds, dueAt }
  const { change, writes } = transitionTransaction(original, 'increase', next)
  return {
    response: responseTo(asked, { ...judged, authorizationCode, transactionId: id }),
    transactionId: id,
    change,
    billed: more,
    writes: [...writes, ...releaseHold(now, original), openHold(now, original, holds, held)],
  }
}
