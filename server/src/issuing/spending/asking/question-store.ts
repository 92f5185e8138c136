import { sql } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { CardId, TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { DatedKey, MessageClass } from '../message-key.ts'
import { type Answer, waiting } from '../outcome.ts'
import { responseOf, type StoredResponse } from '../stored-response.ts'
import type { TransactionStatus } from '../transaction-states.ts'
import { readVerdicts, type Verdict } from '../verdict.ts'
import type { QuestionId } from './question.ts'

/** The sender of the messages that end questions. */
export const partnerSender = 'florin/partner'

/** A question with the message that waits for it. */
export type AskedQuestion = {
  id: QuestionId
  partnerId: PartnerId
  transactionId: TransactionId
  key: DatedKey
  class: MessageClass
  digest: Uint8Array
  cardId: CardId
  currency: Currency
  isIncrease: boolean
  /** Of the transaction, before the message. */
  from: TransactionStatus | null
  /** In the currency of the card. */
  minor: bigint
  askedAt: Instant
  isOpen: boolean
}

type Row = Omit<AskedQuestion, 'key'> & DatedKey

export async function findQuestion(db: Reader, id: QuestionId): Promise<AskedQuestion | undefined> {
  const { rows } = await sql<Row>`
    select q.id, q.partner_id as "partnerId", q.transaction_id as "transactionId", t.card_id as "cardId", t.currency, q.sender, q.stan,
      q.sent_at as "sentAt", q.class, m.digest, m.action = 'increase' as "isIncrease", m.from_status as "from",
      m.billed_minor as minor, q.asked_at as "askedAt", q.due_at is not null as "isOpen"
    from spending.questions q join spending.messages m using (sender, stan, sent_at, class)
    join spending.transactions t on t.id = q.transaction_id
    where q.id = ${id}`.execute(db.read)
  const [row] = rows
  if (!row) return undefined
  const { sender, stan, sentAt, ...question } = row
  return { ...question, key: { sender, stan, sentAt } }
}

/** The question about a message. */
export async function findQuestionAbout(
  db: Reader,
  { key, class: messageClass }: { key: DatedKey; class: MessageClass },
): Promise<QuestionId | undefined> {
  const row = await db.read
    .selectFrom('spending.questions')
    .select('id')
    .where('sender', '=', key.sender)
    .where('stan', '=', key.stan)
    .where('sent_at', '=', key.sentAt)
    .where('class', '=', messageClass)
    .executeTakeFirst()
  return row?.id
}

/** How the message that waits is answered; undefined: it still waits. */
export async function answerTo(
  db: Reader,
  { id, askedAt }: Pick<AskedQuestion, 'id' | 'askedAt'>,
): Promise<Answer | undefined> {
  const row = await db.read
    .selectFrom('spending.messages')
    .select(['code', 'response', 'transaction_id as transactionId'])
    .where('sender', '=', partnerSender)
    .where('stan', '=', id)
    .where('sent_at', '=', askedAt)
    .where('class', '=', 'issuer')
    .executeTakeFirst()
  return row && answerOf(row)
}

/** The answer as a message keeps it. */
export const answerOf = ({
  code,
  transactionId,
  response,
}: {
  code: string | null
  transactionId: TransactionId | null
  response: StoredResponse
}): Answer => (code === null ? waiting : responseOf(code, transactionId, response))

/** For operators: a question and what came of it. */
export type RecentQuestion = {
  askedAt: Instant
  transactionId: TransactionId
  /** Undefined: it is open. */
  verdict: Verdict | undefined
}

/** Newest first. */
export async function questionsOf(db: Reader, partnerId: PartnerId, limit: number): Promise<RecentQuestion[]> {
  const { rows } = await sql<RecentQuestion>`
    select q.asked_at as "askedAt", q.transaction_id as "transactionId", m.verdicts -> 0 as verdict
    from spending.questions q left join spending.messages m
      on m.sender = ${partnerSender} and m.stan = q.id::text and m.sent_at = q.asked_at and m.class = 'issuer'
    where q.partner_id = ${partnerId} order by q.id desc limit ${limit}`.execute(db.read)
  return rows.map(({ verdict, ...question }) => ({
    ...question,
    verdict: verdict ? readVerdicts([verdict])[0] : undefined,
  }))
}
