import { sql } from 'kysely'
import type { OrderId, PaymentId, ShopperId, StoredCardId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Payment } from './payment.ts'
import { publicStatus } from './payment-states.ts'
import { fromRow } from './row.ts'
import type { TransitionRecord } from './wire.ts'

/** A payment by its owner and id: nobody reaches another site's payment by counting. */
export async function findPayment(db: Db, siteId: SiteId, id: PaymentId): Promise<Payment | undefined> {
  const row = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where('id', '=', id)
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** An id for a payment that the same commit inserts and tells of, where the text of the telling needs the id. */
export async function reservePaymentId(db: Db): Promise<PaymentId> {
  const [row] = await db.run(`select nextval(pg_get_serial_sequence('payments.payments', 'id')) as id`, [])
  return row!.id as PaymentId
}

/** For work that the house does on its own account, where nobody asks. */
export async function getPayment(db: Db, id: PaymentId): Promise<Payment> {
  const row = await db.read.selectFrom('payments.payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return fromRow(row)
}

/** The payments of an order and their refunds, oldest first. */
export async function paymentsOf(db: Db, orderId: OrderId): Promise<Payment[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/**
 * When a payment came to what the world now calls it: the moment its notification tells, so that whoever tells it again
 * tells the same.
 */
export async function statusesReportedSince(db: Db, { id, status, createdAt }: Payment): Promise<Instant> {
  const transitions = await db.read
    .selectFrom('payments.payment_transitions')
    .select(['from_status as from', 'to_status as to', 'occurred_at as at'])
    .where('payment_id', '=', id)
    .execute()
  const disputeEvent = transitions.filter(
    ({ from, to }) => from && publicStatus[from] !== publicStatus[to] && publicStatus[to] === publicStatus[status],
  )
  return disputeEvent.reduce((latest, { at }) => (Temporal.Instant.compare(at, latest) > 0 ? at : latest), createdAt)
}

/** The payment whose authorization was asked for under this key; the key comes from outside and may be anything. */
export async function findPaymentByKey(db: Db, key: string): Promise<Payment | undefined> {
  if (!uuidPattern.test(key)) return undefined
  const row = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where('key', '=', key)
    .where('parent_id', 'is', null)
    .executeTakeFirst()
  return row && fromRow(row)
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const refundsOf = async (db: Db, parentId: PaymentId): Promise<Payment[]> =>
  (await followersOf(db, parentId)).filter(({ type }) => type === 'refund')

/** The refunds, charge-backs and representments of a payment, oldest first. */
export async function followersOf(db: Db, parentId: PaymentId): Promise<Payment[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where('parent_id', '=', parentId)
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/** Those of the vault's tokens that an attempt under way may yet store a card under. */
export async function tokensAwaited(db: Db, tokens: readonly VaultToken[]): Promise<VaultToken[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .select('stores_token')
    .where('stores_token', 'in', tokens)
    .execute()
  return rows.flatMap((row) => row.stores_token ?? [])
}

/** What was declined since a moment of each of these cards, by the fingerprint in hexadecimal. */
export async function declinesOf(
  db: Db,
  fingerprints: readonly string[],
  since: Instant,
): Promise<Map<string, { at: Instant; amount: Money; reason: Payment['declineReason'] }[]>> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .select([
      'card_fingerprint as fingerprint',
      'created_at as at',
      'minor',
      'currency',
      'decline_reason as declineReason',
    ])
    .where(sql<boolean>`card_fingerprint = any(${fingerprints.map((hex) => `\\x${hex}`)}::bytea[])`)
    .where('status', '=', 'failed')
    .where('type', '<>', 'refund')
    .where('type', '<>', 'credit')
    .where('decline_reason', 'is not', null)
    .where('created_at', '>', since)
    .execute()
  return Map.groupBy(
    rows.map(({ at, minor, currency, declineReason, fingerprint }) => ({
      card: Buffer.from(fingerprint).toString('hex'),
      at,
      amount: money(minor, currency),
      reason: declineReason ?? undefined,
    })),
    ({ card }) => card,
  )
}

/** Whether the shopper has paid the site with this card, in this currency, and the site still has some of the money. */
export async function hasPaidWith(
  db: Db,
  by: { siteId: SiteId; shopperId: ShopperId; fingerprint: Uint8Array; currency: Currency },
): Promise<boolean> {
  const row = await db.read
    .selectFrom('payments.payments')
    .select('id')
    .where('shopper_id', '=', by.shopperId)
    .where('site_id', '=', by.siteId)
    .where('card_fingerprint', '=', by.fingerprint)
    .where('currency', '=', by.currency)
    .where('type', '=', 'deposit')
    .where('status', '=', 'captured')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Payouts whose fate nobody could find out and that are left to a person, oldest first. */
export async function payoutsForReview(db: Db): Promise<Payment[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .selectAll()
    .where('status', 'in', ['crediting', 'uncertain'])
    .where('type', '=', 'credit')
    .where('due_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

/** What a payment went through, oldest first. */
export const transitionsOf = (db: Db, id: PaymentId): Promise<TransitionRecord[]> =>
  db.read
    .selectFrom('payments.payment_transitions')
    .select(['id', 'action', 'to_status as to', 'occurred_at as at'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute()

/** The stored cards that paid, or tried to pay, an order of the site. */
export async function cardsOfOrder(db: Db, siteId: SiteId, orderId: OrderId): Promise<StoredCardId[]> {
  const rows = await db.read
    .selectFrom('payments.payments')
    .select('card_id')
    .distinct()
    .where('site_id', '=', siteId)
    .where('order_id', '=', orderId)
    .execute()
  return rows.flatMap((row) => row.card_id ?? [])
}
