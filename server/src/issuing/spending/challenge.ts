import type { NetworkMerchant } from '#connectors/network/message.ts'
import type { Card } from '#issuing/cards'
import { newTransactionId, type TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Change } from './outcome.ts'
import { ownMessage } from './own-message.ts'
import type { Reason } from './reasons.ts'
import { findAnyTransaction } from './store.ts'
import type { Transaction, TransactionFacts } from './transaction.ts'
import { createTransaction, factsOfTransaction, transitionTransaction } from './transaction-writes.ts'
import type { RuleName, Verdict } from './verdict.ts'

/**
 * How long an authentication counts: the record of its challenge waits that long for the authorization. Merchants that
 * ship later hold the amount first.
 */
export const authenticationValidFor = Temporal.Duration.from({ hours: 7 * 24 })

type Challenge = {
  authenticationId: string
  card: Card
  /** In the merchant's currency. */
  amount: Money
  merchant: NetworkMerchant
  acquirerId: string
}

/**
 * The holder is asked whether a payment is theirs: the record of the transaction is there from now on, and the
 * authorization will join it.
 */
export function beginChallenge(now: Instant, challenge: Challenge): { transactionId: TransactionId; writes: Write[] } {
  const facts = factsOf(now, challenge)
  const dueAt = now.add(authenticationValidFor)
  const change: Change = { action: 'challenge', from: null, to: 'challenged', authorized: 0n, held: 0n, hold: null }
  return {
    transactionId: facts.id,
    writes: [
      ...createTransaction(facts, { ...nothing, status: 'challenged', dueAt }),
      challengeMessage(now, facts, { change, code: codeOf.challenge }),
    ],
  }
}

/**
 * A payment is refused without a question to its holder: a decline like any other, of which the partner is notified, since
 * no authorization will follow that could tell why.
 */
export function refuseChallenge(
  now: Instant,
  { rule, reason, ...challenge }: Challenge & { rule: keyof typeof refusalCodes; reason: Reason | undefined },
): Write[] {
  const facts = factsOf(now, challenge)
  const code = refusalCodes[rule]
  const change: Change = { action: 'decline', from: null, to: 'declined', authorized: 0n, held: 0n, hold: null }
  const verdicts: Verdict[] = [{ rule, result: 'failed', code, reason }]
  return [
    ...createTransaction(facts, { ...nothing, status: 'declined', dueAt: null }),
    challengeMessage(now, facts, { change, code, verdicts }),
  ]
}
/** Field 39: a restricted card, an expired one, suspected fraud. */
const refusalCodes = { card: '62', expiry: '54', threeDs: '59' } as const satisfies Partial<Record<RuleName, string>>

const nothing = { authorized: 0n, held: 0n, holds: 0, cleared: 0n, refunded: 0n }

function factsOf(now: Instant, { authenticationId, card, amount, merchant, acquirerId }: Challenge): TransactionFacts {
  const request = { amount, merchant, reference: { acquirerId } }
  return factsOfTransaction(
    now,
    { request, card },
    {
      id: newTransactionId(now),
      type: 'purchase',
      channel: 'online',
      entry: null,
      // It is converted when it is authorized.
      billed: amount.currency === card.currency ? { minor: amount.minor } : undefined,
      authorizationCode: null,
      authenticationId,
      forced: false,
    },
  )
}

/**
 * What becomes of the record when the challenge ends without an authentication, or nobody uses it. Nothing, when an
 * authorization has joined it.
 */
export async function endChallenge(
  db: Reader,
  now: Instant,
  { transactionId, action }: { transactionId: TransactionId; action: 'decline' | 'expire' },
): Promise<Write[]> {
  const transaction = await findAnyTransaction(db, transactionId)
  if (transaction?.status !== 'challenged') return []
  const { change, writes } = transitionTransaction(transaction, action, { dueAt: null })
  return [...writes, challengeMessage(now, transaction, { change, code: codeOf[action] })]
}

/** Field 39: the holder has to be authenticated; suspected fraud; too late. */
const codeOf = { challenge: '1A', decline: '59', expire: '68' } as const

type About = Pick<TransactionFacts | Transaction, 'id' | 'cardId' | 'merchantMinor' | 'merchantCurrency' | 'minor'>

type Written = { change: Change; code: string; verdicts?: readonly Verdict[] }

const challengeMessage = (now: Instant, about: About, { change, code, verdicts }: Written): Write =>
  ownMessage(now, {
    about,
    kind: change.action === 'expire' ? 'clock' : 'challenge',
    key: { sender: 'florin/3-d-secure', stan: `${about.id} ${change.action}` },
    change,
    amount: { minor: about.merchantMinor, currency: about.merchantCurrency, billedMinor: about.minor },
    code,
    verdicts,
  })
