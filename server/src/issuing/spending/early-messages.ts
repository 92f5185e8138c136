import { sql } from 'kysely'
import type { KeyClass } from '#connectors/network/message.ts'
import type { CardId, TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { networkOf } from './files/file.ts'
import type { WithCard } from './incoming.ts'
import type { DatedKey, MessageClass } from './message-key.ts'
import type { TransactionAction } from './transaction-states.ts'

/** A message that came before the one that it names. */
export type EarlyMessage = {
  id: bigint
  cardId: CardId
  kind: 'advice' | 'reversal' | 'clearing' | 'refund'
  /** Null: a reversal that has found nothing. */
  transactionId: TransactionId | null
  /** The sender. */
  from: string
  receivedAt: Instant
  /** It has left a part of what was held. */
  isPartial: boolean
  /** The key that it names, and the class of the message with it; null: any. */
  sender: string | null
  stan: string | null
  sentAt: Instant | null
  class: KeyClass | null
  rrn: string | null
  networkTransactionId: string | null
}

/** As the index `messages_before_named` has it. */
const isBeforeNamed = `(before_original or (kind = 'reversal' and transaction_id is null)
  or (kind in ('advice', 'clearing', 'refund') and from_status is null and action <> 'decline' and original_stan is not null))`

/**
 * Of these cards: what names a message with one of these numbers (field 11), and reversals that name none and have declined
 * no message yet. Each of those is about one message.
 */
export async function earlyMessages(
  db: Reader,
  cardIds: readonly CardId[],
  stans: readonly string[],
): Promise<EarlyMessage[]> {
  const rows = await db.run(
    `select m.id, m.card_id as "cardId", m.kind, m.transaction_id as "transactionId", m.sender as "from", m.received_at as "receivedAt",
       coalesce(m.held_minor > 0, false) as "isPartial", m.original_sender as sender, m.original_stan as stan,
       m.original_sent_at as "sentAt", m.original_class as class, m.original_rrn as rrn,
       m.original_network_transaction_id as "networkTransactionId"
     from spending.messages m
     where ${isBeforeNamed} and m.card_id = any($1::uuid[])
       and case when original_stan is not null then original_stan = any($2::text[]) else not exists (
         select from spending.transactions t where t.card_id = m.card_id and t.created_at >= m.received_at
           and (t.network_transaction_id = m.original_network_transaction_id or t.rrn = m.original_rrn)) end
     order by m.id desc limit ${earlyMax}`,
    [[...new Set(cardIds)], stans],
  )
  return rows as EarlyMessage[]
}
const earlyMax = 1_000

/** Whether a message names another by its key. One without a class may mean any. */
export const namesKey = (early: EarlyMessage, key: DatedKey, messageClass: MessageClass): boolean =>
  early.sender === key.sender &&
  early.stan === key.stan &&
  early.sentAt?.equals(key.sentAt) === true &&
  (early.class === null || early.class === messageClass)

/**
 * The reversal that came before this message and is about it: for good when it names its key, or the network's own id of
 * it, and for a day when it has only the acquirer's reference, which is used again.
 */
export const reversalOf = (
  early: readonly EarlyMessage[],
  asked: Pick<WithCard, 'key' | 'class' | 'line' | 'request'>,
  now: Instant,
): EarlyMessage | undefined =>
  early.find(
    (one) =>
      one.kind === 'reversal' &&
      !one.isPartial &&
      asked.line.includes(one.cardId) &&
      (one.sender === null ? hasItsNames(one, asked, now) : namesKey(one, asked.key, asked.class)),
  )

function hasItsNames(
  { networkTransactionId, rrn, from, receivedAt }: EarlyMessage,
  { key, request: { reference } }: Pick<WithCard, 'key' | 'request'>,
  now: Instant,
): boolean {
  if (networkTransactionId !== null && reference.networkTransactionId !== undefined)
    return networkTransactionId === reference.networkTransactionId && networkOf(from) === networkOf(key.sender)
  const isWaiting = Temporal.Instant.compare(now, receivedAt.add(referenceWaits)) < 0
  return rrn !== null && rrn === reference.rrn && from === key.sender && isWaiting
}
const referenceWaits = Temporal.Duration.from({ hours: 24 })

/** A message with a key, or one that has named the key before that message had come. */
export type MessageOfKey = {
  id: bigint
  class: MessageClass
  transactionId: TransactionId
  /** It has the key, and does not only name it. */
  isNamed: boolean
  action: TransactionAction | null
}

/** About these cards, newest first. */
export async function messagesOfKey(
  db: Reader,
  cardIds: readonly CardId[],
  { sender, stan, sentAt }: DatedKey,
  messageClass: KeyClass | undefined,
): Promise<MessageOfKey[]> {
  const moment = sentAt.toString()
  const { rows } = await sql<MessageOfKey>`
    select id, class, transaction_id as "transactionId", true as "isNamed", action from spending.messages
    where sender = ${sender} and stan = ${stan} and sent_at = ${moment}::timestamptz
      and class in ('authorization', 'financial', 'advice') and card_id = any(${cardIds}::uuid[]) and transaction_id is not null
    union all
    select id, class, transaction_id, false, action from spending.messages
    where ${sql.raw(isBeforeNamed)} and card_id = any(${cardIds}::uuid[]) and transaction_id is not null
      and original_sender = ${sender} and original_stan = ${stan} and original_sent_at = ${moment}::timestamptz
      and (original_class is null or ${messageClass ?? null}::text is null or original_class = ${messageClass ?? null})
    order by 4 desc, 1 desc`.execute(db.read)
  return rows
}
