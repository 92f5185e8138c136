import type { AuthorizationRequest } from '#connectors/network/message.ts'
import { post } from '#core/ledger'
import { newTransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { uuidAt } from '#kernel/base/id.ts'
import { money } from '#kernel/base/money.ts'
import { type Billed, convertedOf } from './billed.ts'
import type { Books } from './books.ts'
import type { Authentication } from './context.ts'
import type { WithCard } from './incoming.ts'
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
type Posting = { now: Instant; books: Books; billed: Billed; authorizationCode: string }

/** A single message that is approved: the money is booked by it, and nothing is held. */
export function planPosting(asked: Asked, { now, billed, authorizationCode }: Posting): Omit<Outcome, 'verdicts'> {
  const { request, card, challenged, digest, key } = asked
  const id = challenged?.id ?? newTransactionId(now)
  const { minor } = billed
  const state = { authorized: minor, held: 0n, holds: 0, cleared: minor, refunded: 0n, dueAt: null }
  const facts = factsOfTransaction(now, asked, {
    id,
    type: request.purpose,
    channel: request.channel,
    entry: request.entry,
    billed,
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
    authorized: minor,
    held: 0n,
    hold: null,
  }
  const presentment = uuidAt(now)
  const amount = money(minor, card.currency)
  return {
    response: {
      code: '00',
      authorizationCode,
      approved: request.amount,
      billed: amount,
      cvv: asked.shown.cvv2 === 'notSent' ? 'notChecked' : asked.shown.cvv2,
      transactionId: id,
    },
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
        kind: 'clearing',
        acquirerId: request.reference.acquirerId,
        presentmentId: `${key.sender} ${key.stan} ${key.sentAt}`,
        digest,
        billed,
        owed: 0n,
        merchant: request.amount,
      }),
      ...post(now, 'cardPaymentCleared', presentmentName(presentment), {
        accountId: card.accountId,
        amount,
        converted: convertedOf(billed, request.amount, card.currency),
      }),
      settledEvent(facts, change),
    ],
  }
}
