import type { NetworkResponse } from '#connectors/network/message.ts'
import type { Partner } from '#core/partners'
import type { TransactionId } from '#issuing/ids'
import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { uuidAt } from '#kernel/base/id.ts'
import type { Money } from '#kernel/base/money.ts'
import { insert } from '#kernel/db/commit/commit.ts'
import type { Authorizing } from '../authorize.ts'
import type { Billed } from '../billed.ts'
import type { Judgement } from '../judge.ts'
import { type Outcome, waiting } from '../outcome.ts'

/** A question to a partner, which is also the `decisionId` on the wire. */
export type QuestionId = Brand<string, 'QuestionId'>

/** What the process that asks has to know. Others only wait for the answer. */
export type Question = {
  id: QuestionId
  transactionId: TransactionId
  askedAt: Instant
  /** It adds to an approval. */
  isIncrease: boolean
  /** What is asked about, and held meanwhile. */
  approved: { amount: Money; billed: Billed }
  /** The answer to the network, if the partner approves. */
  response: NetworkResponse
}

/**
 * The approval of all rules is planned as always, but the network has no answer yet: the commit records the question, and
 * the partner is asked after it.
 */
export function askFirst(
  now: Instant,
  asked: Authorizing & { asks: Partner },
  { outcome, judgement, isIncrease }: { outcome: Outcome; judgement: Judgement; isIncrease: boolean },
): Outcome {
  const { key, class: messageClass, asks } = asked
  const { amount, billed } = judgement.approved
  const id = uuidAt(now) as QuestionId
  const transactionId = outcome.transactionId!
  const approved = { amount, billed: billed! }
  const question: Question = { id, transactionId, askedAt: now, isIncrease, approved, response: outcome.response }
  return {
    ...outcome,
    response: { ...waiting, question },
    writes: [
      ...outcome.writes,
      insert('spending.questions', {
        id,
        partner_id: asks.id,
        transaction_id: transactionId,
        sender: key.sender,
        stan: key.stan,
        sent_at: key.sentAt,
        class: messageClass,
        asked_at: now,
        due_at: now.add({ milliseconds: asks.decisionDeadlineMs + graceMs }),
        leased_until: null,
      }),
    ],
  }
}
/** The process that asks ends it at the deadline. If it has died, another does a little later. */
const graceMs = 5_000
