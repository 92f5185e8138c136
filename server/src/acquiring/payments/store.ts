import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { OrderId, PaymentId, ShopperId } from '#acquiring/ids'
import type { DeclineAdvice, DeclineReason } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { SiteId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { joinable } from '#kernel/db/joined-rows.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import { publicStatus, type TransactionAction, type TransactionStatus } from './payment-states.ts'
import { fromRow } from './row.ts'
import { isPayment, type Payment, type Payout, type Refund, type Transaction } from './transaction.ts'

/** A transaction by its owner and id: another site's transaction cannot be reached by counting. */
export async function findTransaction(db: Db, siteId: SiteId, id: PaymentId): Promise<Transaction | undefined> {
  const transaction = await findAnyTransaction(db, id)
  return transaction?.siteId === siteId ? transaction : undefined
}

/** Those that are looked for at the same time are read together. */
export const findAnyTransaction = loaderByKey(async (db: Db, ids: readonly PaymentId[]) => {
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where(oneOf('id', 'bigint', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, fromRow(row)]))
})

/** An id for a transaction that the same commit inserts and announces, where the text of its event needs the id. */
export async function reservePaymentId(db: Db): Promise<PaymentId> {
  const [row] = await db.run(`select nextval(pg_get_serial_sequence('payments.payments', 'id')) as id`, [])
  return row!.id as PaymentId
}

/** Any transaction by its id, for work that no client requested. */
export async function getTransaction(db: Db, id: PaymentId): Promise<Transaction> {
  const transaction = await findAnyTransaction(db, id)
  assert(transaction, `there is a transaction ${id}`)
  return transaction
}

export async function getPayment(db: Db, id: PaymentId): Promise<Payment> {
  const found = await getTransaction(db, id)
  assert(isPayment(found), `transaction ${id} is a ${found.type} and no payment`)
  return found
}

export async function getRefund(db: Db, id: PaymentId): Promise<Refund> {
  const found = await getTransaction(db, id)
  assert(found.type === 'refund', `transaction ${id} is a ${found.type} and no refund`)
  return found
}

export async function getPayout(db: Db, id: PaymentId): Promise<Payout> {
  const found = await getTransaction(db, id)
  assert(found.type === 'credit', `transaction ${id} is a ${found.type} and no payout`)
  return found
}

/** All transactions of an order: attempts to pay it, payouts, and what followed them. Oldest first. */
export const transactionsOf = async (db: Db, orderId: OrderId): Promise<Transaction[]> =>
  (await transactionsByOrder(db, orderId)) ?? []

const transactionsByOrder = loaderByKey(async (db: Db, orderIds: readonly OrderId[]) => {
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where(oneOf('order_id', 'bigint', orderIds))
    .orderBy('id')
    .execute()
  return Map.groupBy(rows.map(fromRow), ({ orderId }) => orderId)
})

/** For a page that reads them along with its own rows, by `order_id`. */
export const transactionRows = joinable('payments.payments', fromRow)

/** The attempts to pay an order, oldest first. */
export const paymentsOf = async (db: Db, orderId: OrderId): Promise<Payment[]> =>
  (await transactionsOf(db, orderId)).filter(isPayment)

/**
 * When a transaction got its present public status: the moment that its notification names, so that a later report of
 * the same status names the same moment.
 */
export async function publicStatusSince(db: Db, { id, status, createdAt }: Transaction): Promise<Instant> {
  const transitions = await db.read
    .selectFrom('payments.payment_transitions')
    .select(['from_status as from', 'to_status as to', 'occurred_at as at'])
    .where('payment_id', '=', id)
    .execute()
  const changes = transitions.filter(
    ({ from, to }) => from && publicStatus[from] !== publicStatus[to] && publicStatus[to] === publicStatus[status],
  )
  return changes.reduce((latest, { at }) => (Temporal.Instant.compare(at, latest) > 0 ? at : latest), createdAt)
}

/**
 * The transaction of a connector that awaits the result of this request. The key comes from outside and may be
 * anything.
 */
export async function findAwaiting(db: Db, connector: ConnectorId, key: string): Promise<Transaction | undefined> {
  if (!uuidPattern.test(key)) return undefined
  const row = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    // Of a first request the key is the payment's own, so it is not in the index of keys of requests.
    .where(
      sql<boolean>`(key = ${key} and request_key = ${key} or request_key = ${key} and request_kind <> 'authorize')`,
    )
    .where('connector', '=', connector)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** The payment or payout that was first requested under this key. The key comes from outside and may be anything. */
export async function findByRequestKey(db: Db, key: string): Promise<Payment | Payout | undefined> {
  if (!uuidPattern.test(key)) return undefined
  const row = await db.read.selectFrom('payments.payments').selectAll().where('key', '=', key).executeTakeFirst()
  const found = row && fromRow(row)
  return found?.parentId === undefined ? found : undefined
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const refundsOf = async (db: Db, parentId: PaymentId): Promise<Refund[]> =>
  (await followersOf(db, parentId)).filter((one) => one.type === 'refund')

/** What followed a payment: its refunds, chargebacks and representments. */
export type Follower = Extract<Transaction, { parentId: PaymentId }>

/** The refunds, chargebacks and representments of a payment, oldest first. */
export async function followersOf(db: Db, parentId: PaymentId): Promise<Follower[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where('parent_id', '=', parentId)
    .orderBy('id')
    .execute()
  return rows.map(fromRow).filter((one) => one.parentId !== undefined)
}

/** Those of the vault's tokens that an attempt under way may still store a card under. */
export async function tokensAwaited(db: Db, tokens: readonly VaultToken[]): Promise<VaultToken[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .select('stores_token')
    .where('stores_token', 'in', tokens)
    .execute()
  return rows.flatMap((row) => row.stores_token ?? [])
}

type Declined = { at: Instant; amount: Money; reason: DeclineReason | undefined; advice: DeclineAdvice | undefined }

/** The declines of each of these cards since a moment, by the card's fingerprint in hexadecimal. */
export async function declinesOf(
  db: Db,
  fingerprints: readonly string[],
  since: Instant,
): Promise<Map<string, Declined[]>> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .select([
      'card_fingerprint as fingerprint',
      'created_at as at',
      'minor',
      'currency',
      'decline_reason as declineReason',
      'decline_advice as advice',
    ])
    .where(sql<boolean>`card_fingerprint = any(${fingerprints.map((hex) => `\\x${hex}`)}::bytea[])`)
    .where('status', '=', 'failed')
    .where('type', '<>', 'refund')
    .where('type', '<>', 'credit')
    .where('decline_reason', 'is not', null)
    .where('created_at', '>', since)
    .execute()
  return Map.groupBy(
    rows.map(({ at, minor, currency, declineReason, advice, fingerprint }) => ({
      card: Buffer.from(fingerprint).toString('hex'),
      at,
      amount: money(minor, currency),
      reason: declineReason ?? undefined,
      advice: advice ?? undefined,
    })),
    ({ card }) => card,
  )
}

/**
 * The connectors by which the shopper has paid the site with this card, in this currency, where the site still has some
 * of the money: that of the last payment first.
 */
export async function connectorsPaidWith(
  db: Db,
  by: { siteId: SiteId; shopperId: ShopperId; fingerprint: Uint8Array; currency: Currency },
): Promise<ConnectorId[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .select('connector')
    .where('shopper_id', '=', by.shopperId)
    .where('site_id', '=', by.siteId)
    .where('card_fingerprint', '=', by.fingerprint)
    .where('currency', '=', by.currency)
    .where('type', '=', 'deposit')
    .where('status', '=', 'captured')
    .groupBy('connector')
    .orderBy(({ fn }) => fn.max('id'), 'desc')
    .execute()
  return rows.map(({ connector }) => connector)
}

/** Payouts whose result no inquiry returned, so that an operator must resolve them; oldest first. */
export async function payoutsForReview(db: Db): Promise<Payout[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where('status', 'in', ['crediting', 'uncertain'])
    .where('type', '=', 'credit')
    .where('due_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(fromRow).filter((one) => one.type === 'credit')
}

export type TransitionRecord = { id: bigint; action: TransactionAction; to: TransactionStatus; at: Instant }

/** The history of a transaction, oldest first. */
export const historyOf = (db: Db, id: PaymentId): Promise<TransitionRecord[]> =>
  db.read
    .selectFrom('payments.payment_transitions')
    .select(['id', 'action', 'to_status as to', 'occurred_at as at'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute()
