import { sql } from 'kysely'
import type { Purpose } from '#connectors/network/message.ts'
import type { CardId, HolderId, TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { readPage } from '#kernel/db/page.ts'
import type { HistoryMessage, Transaction } from './transaction.ts'
import type { TransactionStatus } from './transaction-states.ts'
import { type Decider, readVerdicts } from './verdict.ts'

const transactions = (db: Reader) =>
  db.read
    .selectFrom('spending.transactions as t')
    .innerJoin('spending.states as s', 's.id', 't.id')
    .select(['t.id', 't.partner_id as partnerId', 't.holder_id as holderId', 't.account_id as accountId'])
    .select(['t.card_id as cardId', 't.type', 't.channel', 't.entry', 't.currency', 't.minor'])
    .select(['t.rate', 't.rate_as_of as rateAsOf', 't.markup_minor as markup'])
    .select(['t.merchant_minor as merchantMinor', 't.merchant_currency as merchantCurrency'])
    .select(['t.merchant_id as merchantId', 't.terminal_id as terminalId', 't.merchant_name as merchantName'])
    .select(['t.merchant_city as merchantCity', 't.merchant_country as merchantCountry'])
    .select(['t.merchant_category as merchantCategory', 't.acquirer_id as acquirerId', 't.rrn'])
    .select(['t.network_transaction_id as networkTransactionId', 't.authorization_code as authorizationCode'])
    .select('t.authentication_id as authenticationId')
    .select(['t.recurring', 't.preauthorization', 't.posts', 't.forced', 't.created_at as createdAt'])
    .select(['s.version', 's.status', 's.authorized_minor as authorized', 's.held_minor as held', 's.holds'])
    .select(['s.cleared_minor as cleared', 's.refunded_minor as refunded', 's.due_at as dueAt'])

/** Of whichever holder: for the operator, and for messages of the network. */
export async function findAnyTransaction(db: Reader, id: TransactionId): Promise<Transaction | undefined> {
  const row = await transactions(db).where('t.id', '=', id).executeTakeFirst()
  return row && transactionOf(row)
}

/** What was made with these authentications of holders. */
export async function madeWith(
  db: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Transaction[]>> {
  if (ids.length === 0) return new Map()
  const found = await transactions(db).where('t.authentication_id', 'in', ids).execute()
  return Map.groupBy(found.map(transactionOf), ({ authenticationId }) => authenticationId ?? '')
}

/** The transaction, when it is one of this holder. */
export async function findTransaction(
  db: Reader,
  holderId: HolderId,
  id: TransactionId,
): Promise<Transaction | undefined> {
  const row = await transactions(db).where('t.id', '=', id).where('t.holder_id', '=', holderId).executeTakeFirst()
  return row && transactionOf(row)
}

type Row = Omit<Transaction, 'conversion'> & { rate: string | null; rateAsOf: Instant | null; markup: bigint | null }

const transactionOf = ({ rate, rateAsOf, markup, ...row }: Row): Transaction => ({
  ...row,
  conversion: rate === null ? null : { rate, asOf: rateAsOf!, markup: markup! },
})

export type TransactionsPage = {
  page: number
  size: number
  cardId?: CardId | undefined
  type: Purpose | undefined
  status: TransactionStatus | undefined
  /** Made at this moment or later. */
  from: Instant | undefined
  /** Made before this moment. */
  until: Instant | undefined
}

/** Those of one holder, newest first. */
export async function transactionsOf(
  db: Reader,
  holderId: HolderId,
  { page, size, cardId, type, status, from, until }: TransactionsPage,
): Promise<{ data: Transaction[]; total: number }> {
  const { data, total } = await readPage(
    transactions(db)
      .where('t.holder_id', '=', holderId)
      .$if(cardId !== undefined, (query) => query.where('t.card_id', '=', cardId!))
      .$if(type !== undefined, (query) => query.where('t.type', '=', type!))
      .$if(status !== undefined, (query) => query.where('s.status', '=', status!))
      .$if(from !== undefined, (query) => query.where('t.created_at', '>=', from!))
      .$if(until !== undefined, (query) => query.where('t.created_at', '<', until!))
      .orderBy('t.id', 'desc'),
    { page, size },
  )
  return { data: data.map(transactionOf), total }
}

/** Of whichever holders, in the order of the ids. */
export async function transactionsById(db: Reader, ids: readonly TransactionId[]): Promise<Transaction[]> {
  const rows = await transactions(db).where(sql<boolean>`t.id = any(${ids}::uuid[])`).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [transactionOf(row)] : []
  })
}

/** What has declined each of these; one that its holder has declined has no rule. */
export async function declinesOf(
  db: Reader,
  ids: readonly TransactionId[],
): Promise<ReadonlyMap<TransactionId | null, Decider>> {
  const rows = await db.read
    .selectFrom('spending.messages')
    .select(['transaction_id as id', 'verdicts'])
    .where(sql<boolean>`transaction_id = any(${ids}::uuid[])`)
    .where('action', '=', 'decline')
    .where('verdicts', 'is not', null)
    .execute()
  return new Map(
    rows.flatMap(({ id, verdicts }) => {
      const failed = verdicts && readVerdicts(verdicts).find(({ result }) => result === 'failed')
      return failed ? [[id, failed.rule] as const] : []
    }),
  )
}

/** In the order in which they came. */
export async function historyOf(db: Reader, id: TransactionId): Promise<HistoryMessage[]> {
  const rows = await db.read
    .selectFrom('spending.messages')
    .select(['kind', 'action', 'to_status as toStatus', 'minor', 'currency', 'billed_minor as billed', 'code'])
    .select(['reason', 'verdicts', 'received_at as receivedAt'])
    .where('transaction_id', '=', id)
    .orderBy('id')
    .limit(messagesMax)
    .execute()
  return rows.map(({ verdicts, ...row }) => ({ ...row, verdicts: verdicts && readVerdicts(verdicts) }))
}
/** A network repeats itself; nobody reads more. */
const messagesMax = 1_000

/** By which a network may name an earlier message. */
export type Names = {
  /** Undefined: of whichever network. */
  network: string | undefined
  networkTransactionId: string | undefined
  rrn: string | undefined
  acquirerId: string
  authorizationCode: string | undefined
}

/** A transaction with one of the names. The rank is that of the name: 1 is the best. */
type Namesake = { rank: number; transaction: Transaction }

/**
 * What the names may be about, among the transactions of a card: those with the network's own id, with the reference of the
 * acquirer, and with the authorization code, in this order, each newest first. One that has another id of the network is
 * none. It is of the network whose message was the first about it.
 */
export async function findByNames(db: Reader, cardId: string, names: Names): Promise<readonly Namesake[]> {
  const { network = null, networkTransactionId = null, rrn = null, acquirerId, authorizationCode = null } = names
  const ofNetwork = sql`(${network}::text is null or coalesce((
    select split_part(m.sender, '/', 1) from spending.messages m
    where m.transaction_id = t.id and m.class <> 'issuer' and m.sender not like 'file %' order by m.id limit 1
  ), ${network}) = ${network})`
  const ofAcquirer = sql`acquirer_id = ${acquirerId}
    and (network_transaction_id is null or ${networkTransactionId}::text is null or network_transaction_id = ${networkTransactionId})`
  const { rows } = await sql<{ rank: number; id: TransactionId }>`
    select rank, id from (
      (select 1 as rank, id from spending.transactions t
       where card_id = ${cardId} and network_transaction_id = ${networkTransactionId} and ${ofNetwork}
       order by id desc limit ${namesakesMax})
      union all
      (select 2, id from spending.transactions t
       where card_id = ${cardId} and rrn = ${rrn} and ${ofAcquirer} and ${ofNetwork}
       order by id desc limit ${namesakesMax})
      union all
      (select 3, id from spending.transactions t
       where card_id = ${cardId} and authorization_code = ${authorizationCode} and ${ofAcquirer} and ${ofNetwork}
       order by id desc limit ${namesakesMax})
    ) found order by rank, id desc`.execute(db.read)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const byId = new Map((await transactionsById(db, [...new Set(ids)])).map((one) => [one.id, one]))
  return rows.flatMap(({ rank, id }) => {
    const transaction = byId.get(id)
    return transaction ? [{ rank, transaction }] : []
  })
}
/** A payment is tried again under its reference a few times. */
const namesakesMax = 20

/** Who has acquired each of these payments. */
export async function acquirersOf(
  db: Reader,
  ids: readonly TransactionId[],
): Promise<ReadonlyMap<TransactionId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.read
    .selectFrom('spending.transactions')
    .select(['id', 'acquirer_id as acquirer'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, acquirer }) => [id, acquirer]))
}
