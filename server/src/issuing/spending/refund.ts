import type { ClearingRequest, RefundRequest } from '#connectors/network/message.ts'
import { post } from '#core/ledger'
import { newTransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { uuidAt } from '#kernel/base/id.ts'
import { money } from '#kernel/base/money.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { type Billed, convertedOf, isBilledAsNothing } from './billed.ts'
import type { Books } from './books.ts'
import type { Found } from './find-original.ts'
import type { WithCard } from './incoming.ts'
import { findPresentment } from './message-store.ts'
import { type Change, type Outcome, unchanged } from './outcome.ts'
import { billedAs, namesOf, repeatOf } from './presented-before.ts'
import { presentmentName, presentmentWrite } from './presentment.ts'
import type { TransactionFacts } from './transaction.ts'
import { createTransaction, factsOfTransaction, settledEvent, transitionTransaction } from './transaction-writes.ts'

/** Or a clearing of a refund, which is the same in other words. */
type Asked = WithCard<RefundRequest | ClearingRequest>
type Deciding = { db: Reader; now: Instant; books: Books; found: Found }

/**
 * Money goes back to the cardholder, who can spend it at once; a debt is paid first. A refund joins the payment that it
 * names, when that one is settled, or its own authorization; another is a transaction of its own.
 */
export async function planRefund(asked: Asked, deciding: Deciding): Promise<Outcome> {
  const { request, card } = asked
  const { now, db, books } = deciding
  const original = deciding.found.transaction
  const booked = await findPresentment(db, { ...namesOf(request), kind: 'refund' })
  if (booked) return repeatOf(asked, booked)
  if (request.amount.minor === 0n) return unchanged({ code: '13' }, null)
  const billed = billedAs(asked, original)
  if (!billed) return unchanged({ code: '96' }, null)
  if (isBilledAsNothing(request.amount, billed)) return unchanged({ code: '13' }, null)
  const { owed } = books.account(card.accountId)
  const refund = { now, billed, recovered: owed < billed.minor ? owed : billed.minor }
  if (original) {
    const { change, writes } = transitionTransaction(original, 'refund', { refunded: original.refunded + billed.minor })
    return outcomeOf(asked, { ...refund, facts: original, change, writes })
  }
  const facts = factsOfTransaction(now, asked, {
    id: newTransactionId(now),
    type: 'refund',
    channel: null,
    entry: null,
    billed,
    authorizationCode: request.reference.authorizationCode ?? null,
    forced: false,
  })
  const state = { authorized: 0n, held: 0n, holds: 0, cleared: 0n, refunded: billed.minor, dueAt: null }
  const change: Change = { action: 'credit', from: null, to: 'settled', authorized: 0n, held: 0n, hold: null }
  const writes = createTransaction(facts, { ...state, status: 'settled' })
  return outcomeOf(asked, { ...refund, facts, change, writes })
}

type Refunding = {
  now: Instant
  billed: Billed
  recovered: bigint
  facts: TransactionFacts
  change: Change
  writes: readonly Write[]
}

function outcomeOf({ request, digest }: Asked, { now, billed, recovered, facts, change, writes }: Refunding): Outcome {
  const { id: transactionId, accountId, currency } = facts
  const id = uuidAt(now)
  return {
    ...unchanged({ code: '00', transactionId }, transactionId),
    change,
    billed: billed.minor,
    writes: [
      ...writes,
      presentmentWrite(now, {
        id,
        transactionId,
        kind: 'refund',
        ...namesOf(request),
        digest,
        billed,
        owed: recovered,
        merchant: request.amount,
      }),
      ...post(now, 'cardRefundCleared', presentmentName(id), {
        accountId,
        amount: money(billed.minor, currency),
        converted: convertedOf(billed, request.amount, currency),
        recovered: money(recovered, currency),
      }),
      settledEvent(facts, change),
    ],
  }
}
