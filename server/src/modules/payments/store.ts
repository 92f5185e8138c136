import type { Db } from '#kernel/db.ts'
import type { OrderId, PaymentId, SiteId, VaultToken } from '#kernel/ids.ts'
import type { Payment } from './payment.ts'
import { fromRow } from './row.ts'

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

export async function refundsOf(db: Db, parentId: PaymentId): Promise<Payment[]> {
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
