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
  /** It has left a part of what was held. */
  isPartial: boolean
  /** The key that it names, and the class of the message with it; null: any. */
  sender: string | null
  stan: string | null
  sentAt: Instant | null
  class: KeyClass | null
  rrn: string | null
  networkTransactionId: string | null
  /** The payment that it has made, where names alone say which one that is. */
  acquirerId: string | null
  merchantId: string | null
  terminalId: string | null
}

/** The message that a reversal without a key has declined: its network's, or its acquirer's, of these names. */
const declinedByNames = `
  select from spending.transactions t join spending.messages x on x.transaction_id = t.id and x.class <> 'issuer'
  where t.card_id = m.card_id and t.created_at >= m.received_at and case
    when t.network_transaction_id is not null and m.original_network_transaction_id is not null
      then t.network_transaction_id = m.original_network_transaction_id and split_part(x.sender, '/', 1) = split_part(m.sender, '/', 1)
    else t.rrn = m.original_rrn and x.sender = m.sender end`

/** As the index `messages_before_named` has it. */
const isBeforeNamed = `(before_original or (kind = 'reversal' and transaction_id is null)
  or (kind in ('advice', 'clearing', 'refund') and from_status is null and action <> 'decline' and original_stan is not null))`

/** The names of requests for authorization. */
type Names = Pick<WithCard, 'key' | 'line' | 'request'>

/**
 * Of the cards of these messages: what names a message with one of these numbers (field 11), reversals that name none and have
 * declined no message yet, each of which is about one message, and payments that were made by a clearing, or the word of
 * somebody else, without a key.
 */
export async function earlyMessages(db: Reader, asked: readonly Names[], now: Instant): Promise<EarlyMessage[]> {
  const replaced = asked.map(({ request }) => (request.kind === 'advice' ? request.replaces?.key?.stan : undefined))
  const requests = asked.filter(({ request }) => request.kind === 'authorization')
  const rows = await db.run(
    `select m.id, m.card_id as "cardId", m.kind, m.transaction_id as "transactionId", m.sender as "from",
       coalesce(m.held_minor > 0, false) as "isPartial", m.original_sender as sender, m.original_stan as stan,
       m.original_sent_at as "sentAt", m.original_class as class, m.original_rrn as rrn,
       m.original_network_transaction_id as "networkTransactionId", null as "acquirerId", null as "merchantId", null as "terminalId"
     from spending.messages m
     where ${isBeforeNamed} and m.card_id = any($1::uuid[])
       and case when original_stan is not null then original_stan = any($2::text[])
         else m.received_at > $3::timestamptz and not exists (${declinedByNames}) end
     union all
     select m.id, m.card_id, m.kind, t.id, m.sender, false, null, null, null, null, t.rrn, t.network_transaction_id,
       t.acquirer_id, t.merchant_id, t.terminal_id
     from spending.transactions t cross join lateral (
       select * from spending.messages f where f.transaction_id = t.id order by f.id limit 1) m
     where t.id in (
         select id from spending.transactions where rrn = any($4::text[]) and card_id = any($1::uuid[])
         union select id from spending.transactions where network_transaction_id = any($5::text[]) and card_id = any($1::uuid[]))
       and t.created_at > $3::timestamptz and m.original_stan is null and m.action <> 'decline'
       and (m.kind in ('clearing', 'refund') or m.kind = 'advice' and coalesce(m.original_rrn, m.original_network_transaction_id) is not null)
       and not exists (select from spending.messages a where a.transaction_id = t.id and a.kind = 'authorization')
     order by id desc limit ${earlyMax}`,
    [
      [...new Set(asked.flatMap(({ line }) => line))],
      [...asked.map(({ key }) => key.stan), ...replaced.filter((stan) => stan !== undefined)],
      now.subtract(namesWait).toString(),
      requests.map(({ request: { reference } }) => reference.rrn).filter((rrn) => rrn !== undefined),
      requests.map(({ request: { reference } }) => reference.networkTransactionId).filter((id) => id !== undefined),
    ],
  )
  return rows as EarlyMessage[]
}
/** How long a message waits that has no key: networks repeat what was not answered within a day, and references are used again. */
const namesWait = Temporal.Duration.from({ hours: 24 })
const earlyMax = 1_000

/** Whether a message names another by its key. One without a class may mean any. */
export const namesKey = (early: EarlyMessage, key: DatedKey, messageClass: MessageClass): boolean =>
  early.sender === key.sender &&
  early.stan === key.stan &&
  early.sentAt?.equals(key.sentAt) === true &&
  (early.class === null || early.class === messageClass)

/** The reversal that came before this message and is about it, by its key or by its names. */
export const reversalOf = (
  early: readonly EarlyMessage[],
  asked: Pick<WithCard, 'key' | 'class' | 'line' | 'request'>,
): EarlyMessage | undefined =>
  early.find(
    (one) => one.kind === 'reversal' && !one.isPartial && asked.line.includes(one.cardId) && isAbout(one, asked),
  )

/** Whether a message that came early is about this one: of names all that both have, at one acquirer and one merchant. */
export function isAbout(early: EarlyMessage, asked: Pick<WithCard, 'key' | 'class' | 'request'>): boolean {
  const { key, request } = asked
  if (early.sender !== null) return namesKey(early, key, asked.class)
  const { reference, merchant } = request
  if (early.networkTransactionId !== null && reference.networkTransactionId !== undefined) {
    const network = networkOf(early.from)
    return (
      early.networkTransactionId === reference.networkTransactionId &&
      (network === undefined || network === networkOf(key.sender))
    )
  }
  if (early.rrn === null || early.rrn !== reference.rrn) return false
  if (early.acquirerId === null) return early.from === key.sender
  const isAtTerminal = early.terminalId === null || (merchant.terminalId ?? early.terminalId) === early.terminalId
  return early.acquirerId === reference.acquirerId && early.merchantId === merchant.id && isAtTerminal
}

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
