import type { NetworkResponse, Wait } from '#connectors/network/message.ts'
import { accountLocks } from '#issuing/accounts'
import type { Instant } from '#kernel/base/clock.ts'
import { commitTogether, decide, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { openBooks } from '../books.ts'
import type { SpendingContext } from '../context.ts'
import { findAdded, findNamed } from '../message-store.ts'
import type { Change } from '../outcome.ts'
import { reasonOf } from '../reasons.ts'
import { findAnyTransaction } from '../store.ts'
import { storedResponse } from '../stored-response.ts'
import { createdEvent } from '../transaction-writes.ts'
import type { Verdict } from '../verdict.ts'
import { type Approval, planEnd } from './plan-end.ts'
import type { QuestionId } from './question.ts'
import { type AskedQuestion, answerTo, findQuestion, partnerSender } from './question-store.ts'

/** Nobody waits for the answer any more. */
export const abandoned: Verdict = {
  rule: 'partner',
  result: 'failed',
  code: '91',
  outcome: 'abandoned',
  reason: reasonOf('partner_abandoned'),
}

/** What a question has come to. */
export type End = {
  verdict: Verdict
  /** Absent: it is declined. */
  approval?: Approval | undefined
  /** How the security code was found, for the answer of a decline. */
  cvv?: NetworkResponse['cvv']
  /** Of the same commit. */
  also?: readonly Write[]
}

/**
 * The second commit of a decision that a partner takes part in: the approval stands, or what was held is released. The
 * network is answered after it. It happens once: who comes later gets the answer that is recorded, and changes nothing.
 */
export async function endQuestion(
  ctx: Pick<SpendingContext, 'db' | 'react' | 'clock'>,
  id: QuestionId,
  { also = [], ...end }: End,
  wait?: Wait,
): Promise<NetworkResponse> {
  const question = await findQuestion(ctx.db, id)
  const found = question && (await findAnyTransaction(ctx.db, question.transactionId))
  if (!question || !found) throw new Error(`there is no question ${id}`)
  return decide(() =>
    ctx.db.locked([accountLocks([found.accountId])], { name: 'end-question' }, async (db) => {
      const now = ctx.clock.now()
      const before = await answerTo(db, question)
      // The network was answered 91: an approval would hold money for a payment that is not made.
      const { verdict, approval, cvv } = wait?.isOver() ? { ...end, verdict: abandoned, approval: undefined } : end
      if (before) {
        await commitTogether({ ...ctx, db }, now, [...lateWrites(now, question, verdict), ...also], 'end-question')
        return before
      }
      const transaction = (await findAnyTransaction(db, question.transactionId))!
      const books = await openBooks(db, now, [{ id: transaction.cardId, accountId: transaction.accountId }])
      const increase = question.isIncrease ? await findNamed(db, transaction.id, question) : undefined
      const left = increase?.left ?? question.minor
      const added = increase ? await findAdded(db, transaction) : []
      const { response, change, billed, writes } = planEnd(
        { now, books, transaction, question, left, named: increase, added, verdict, cvv },
        approval,
      )
      const message = messageOf(now, question, { response, change, billed, verdict, cardId: transaction.cardId })
      const created =
        question.from === null ? [createdEvent(transaction, { status: change?.to ?? transaction.status })] : []
      const ended = update('spending.questions', {
        set: { due_at: null, leased_until: null },
        where: { id: question.id },
      })
      const all = [...writes, ...books.writes(), message, ended, ...created, ...also]
      await commitTogether({ ...ctx, db }, now, all, 'end-question', { isLast: true })
      return response
    }),
  )
}

type Ended = {
  response: NetworkResponse
  change: Change | null
  billed: bigint
  verdict: Verdict
  cardId: AskedQuestion['cardId']
}

/** The history says what came of the question, with the answer to the message that waited. */
const messageOf = (
  now: Instant,
  question: AskedQuestion,
  { response, change, billed, verdict, cardId }: Ended,
): Write =>
  insert(
    'spending.messages',
    {
      ...aboutPartner(now, question, cardId),
      stan: question.id,
      action: change?.action ?? null,
      from_status: change?.from ?? null,
      to_status: change?.to ?? null,
      billed_minor: billed,
      authorized_minor: change?.authorized ?? null,
      held_minor: change?.held ?? null,
      hold: change?.hold ?? null,
      code: response.code,
      response: jsonb(storedResponse(response)),
      verdicts: jsonb([verdict]),
      original_sender: question.key.sender,
      original_stan: question.key.stan,
      original_sent_at: question.key.sentAt,
    },
    { onDuplicate: { message_key: 'stale' } },
  )

/** What the partner has said after the question had ended. */
function lateWrites(now: Instant, question: AskedQuestion, verdict: Verdict): Write[] {
  if (verdict.outcome === 'abandoned') return []
  return [
    insert(
      'spending.messages',
      {
        ...aboutPartner(now, question, question.cardId),
        stan: `${question.id} late`,
        action: null,
        from_status: null,
        to_status: null,
        billed_minor: question.minor,
        authorized_minor: null,
        held_minor: null,
        hold: null,
        code: verdict.code ?? '00',
        response: jsonb({}),
        verdicts: jsonb([verdict]),
        original_sender: null,
        original_stan: null,
        original_sent_at: null,
      },
      { orElse: { conflict: ['sender', 'stan', 'sent_at', 'class'], set: [] } },
    ),
  ]
}

const aboutPartner = (now: Instant, question: AskedQuestion, card_id: AskedQuestion['cardId']) => ({
  transaction_id: question.transactionId,
  card_id,
  kind: 'partner' as const,
  class: 'issuer' as const,
  sender: partnerSender,
  sent_at: question.askedAt,
  // That of the message that waited: what is booked by the answer is found by it.
  digest: question.digest,
  minor: question.minor,
  currency: question.currency,
  reason: null,
  original_rrn: null,
  original_class: null,
  original_network_transaction_id: null,
  before_original: null,
  received_at: now,
})
