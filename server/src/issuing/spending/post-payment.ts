import type { AuthorizationRequest } from '#connectors/network/message.ts'
import { post } from '#core/ledger'
import { newTransactionId } from '#issuing/ids'
import { uuidAt } from '#kernel/base/id.ts'
import { money } from '#kernel/base/money.ts'
import { convertedOf } from './billed.ts'
import type { Authentication } from './context.ts'
import type { WithCard } from './incoming.ts'
import { type Judged, responseTo } from './judged.ts'
import type { Outcome } from './outcome.ts'
import { presentmentName, presentmentWrite } from './presentment.ts'
import type { Transaction } from './transaction.ts'
import {
  createTransaction,
  factsOfTransaction,
  joinChallenge,
  settledEvent,
  transitionTransaction,
} from './transaction-writes.ts'

type Asked = WithCard<AuthorizationRequest> & {
  authentication: Authentication | undefined
  challenged: Transaction | undefined
}

/** A single message that is approved: the money is booked by it, taken or brought, and nothing is held. */
export function planPosting(asked: Asked, judged: Judged): Omit<Outcome, 'verdicts'> {
  const { now, books, authorizationCode, judgement } = judged
  const { request, card, challenged, digest, key } = asked
  const { amount: merchant } = judgement.approved
  const billed = judgement.approved.billed!
  const id = challenged?.id ?? newTransactionId(now)
  const { minor } = billed
  const isCredit = request.purpose === 'refund'
  const { owed } = books.account(card.accountId)
  const recovered = !isCredit ? 0n : owed < minor ? owed : minor
  const [authorized, cleared, refunded] = isCredit ? [0n, 0n, minor] : [minor, minor, 0n]
  const state = { authorized, held: 0n, holds: 0, cleared, refunded, dueAt: null }
  const facts = factsOfTransaction(now, asked, {
    id,
    type: request.purpose,
    channel: request.channel,
    entry: request.entry,
    billed: asked.billed,
    authorizationCode,
    forced: false,
    recurring: request.recurring,
    posts: true,
    authenticationId: asked.authentication?.id ?? null,
  })
  const change = {
    action: 'post' as const,
    from: challenged?.status ?? null,
    to: 'settled' as const,
    authorized,
    held: 0n,
    hold: null,
  }
  const presentment = uuidAt(now)
  const amount = money(minor, card.currency)
  const payment = { accountId: card.accountId, amount, converted: convertedOf(billed, merchant, card.currency) }
  return {
    response: responseTo(asked, { ...judged, transactionId: id, posted: minor }),
    transactionId: id,
    change,
    billed: minor,
    writes: [
      ...(challenged
        ? [...transitionTransaction(challenged, 'post', state).writes, joinChallenge(facts)]
        : createTransaction(facts, { ...state, status: 'settled' })),
      presentmentWrite(now, {
        id: presentment,
        transactionId: id,
        kind: isCredit ? 'refund' : 'clearing',
        acquirerId: request.reference.acquirerId,
        presentmentId: `${key.sender} ${key.stan} ${key.sentAt}`,
        digest,
        billed,
        owed: recovered,
        merchant,
      }),
      ...(isCredit
        ? post(now, 'cardRefundCleared', presentmentName(presentment), {
            ...payment,
            recovered: money(recovered, card.currency),
          })
        : post(now, 'cardPaymentCleared', presentmentName(presentment), payment)),
      settledEvent(facts, change),
    ],
  }
}
