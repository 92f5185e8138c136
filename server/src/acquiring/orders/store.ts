import { type Selectable, sql } from 'kysely'
import type { OrderId, ShopperId } from '#acquiring/ids'
import type { PaymentStatusChanged } from '#acquiring/payments'
import type { SiteId } from '#core/directory'
import { money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { BillingPeriod } from './billing-period.ts'
import type { Order } from './order.ts'
import { fromRow } from './row.ts'

export async function getOrder(db: Db, id: OrderId): Promise<Order> {
  const row = await db.read.selectFrom('orders.orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return fromRow(row)
}

export async function ordersById(db: Db, ids: readonly OrderId[]): Promise<Map<OrderId, Order>> {
  const rows = await db.read.selectFrom('orders.orders').selectAll().where(sql<boolean>`id = any(${ids})`).execute()
  return new Map(rows.map((row) => [row.id, fromRow(row)]))
}

/** An order by its owner and id: nobody reaches another site's order by counting. */
export async function findOrder(db: Db, siteId: SiteId, id: OrderId): Promise<Order | undefined> {
  const row = await db.read
    .selectFrom('orders.orders')
    .selectAll()
    .where('id', '=', id)
    .where('site_id', '=', siteId)
    .executeTakeFirst()
  return row && fromRow(row)
}

export async function findOrderByExternalId(db: Db, siteId: SiteId, externalId: string): Promise<Order | undefined> {
  const row = await db.read
    .selectFrom('orders.orders')
    .selectAll()
    .where('site_id', '=', siteId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return row && fromRow(row)
}

export async function findBillingPeriod(db: Db, orderId: OrderId, period: number): Promise<BillingPeriod | undefined> {
  const row = await db.read
    .selectFrom('orders.billing_periods')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('period', '=', period)
    .executeTakeFirst()
  return row && toBillingPeriod(row)
}

/** What every period of an order owed and what became of it, oldest first. */
export async function billingPeriodsOf(db: Db, orderId: OrderId): Promise<BillingPeriod[]> {
  const rows = await db.read
    .selectFrom('orders.billing_periods')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('period')
    .execute()
  return rows.map(toBillingPeriod)
}

/**
 * The charge that a payment's move is about, where what follows depends on it: a plain success needs no look. A charge-back
 * may end the order, whatever period it is of, and with it the charge that is open.
 */
export async function findBillingPeriodOf(
  db: Db,
  { payment }: PaymentStatusChanged,
): Promise<BillingPeriod | undefined> {
  const { orderId, period, status, source } = payment
  if (payment.type === 'chargeback')
    return (await billingPeriodsOf(db, orderId)).findLast(({ status }) => status === 'open')
  if (period === undefined || payment.parentId !== undefined) return undefined
  const depends = status === 'failed' || (status === 'captured' && source === 're-bill-micro')
  return depends ? findBillingPeriod(db, orderId, period) : undefined
}

const toBillingPeriod = (row: Selectable<Schema['orders.billing_periods']>): BillingPeriod => ({
  orderId: row.order_id,
  period: row.period,
  status: row.status,
  amount: money(row.minor, row.currency),
  paid: money(row.paid_minor, row.currency),
  plannedAt: row.planned_at,
  openedAt: row.opened_at,
  failures: row.failures,
  firstFailedAt: row.first_failed_at ?? undefined,
  micro: row.micro,
  lost: row.lost,
  lastReason: row.last_reason ?? undefined,
})

/** Orders of a shopper that may yet cost them something, by ascending id behind `after`; some at a time. */
export async function unfinishedOrdersOf(db: Db, shopperId: ShopperId, after: OrderId): Promise<OrderId[]> {
  const rows = await db.read
    .selectFrom('orders.orders')
    .select('id')
    .where('shopper_id', '=', shopperId)
    .where('status', 'in', ['start', 'in-progress', 'retrying', 'expiring'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(unfinishedPage)
    .execute()
  return rows.map(({ id }) => id)
}
const unfinishedPage = 100

/** Orders with the charge they are at, if it has been begun: what the engine looks at. */
export async function ordersToBill(db: Db, ids: readonly OrderId[]): Promise<Map<OrderId, ToBill>> {
  const orders = await ordersById(db, ids)
  const billingPeriods = await db.read
    .selectFrom('orders.billing_periods')
    .selectAll()
    .where(sql<boolean>`order_id = any(${ids})`)
    .where('status', '=', 'open')
    .execute()
  const open = billingPeriods.map(toBillingPeriod)
  return new Map(
    [...orders.values()].map((order) => {
      const billingPeriod = open.find(({ orderId, period }) => orderId === order.id && period === order.nextPeriod)
      return [order.id, { order, billingPeriod }]
    }),
  )
}
export type ToBill = { order: Order; billingPeriod: BillingPeriod | undefined }
