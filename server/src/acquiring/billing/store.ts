import { type Selectable, sql } from 'kysely'
import type { OrderId } from '#acquiring/ids'
import { type Order, ordersById } from '#acquiring/orders'
import type { PaymentStatusChanged } from '#acquiring/payments'
import { money } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Schema } from '#kernel/db/schema.ts'
import type { BillingPeriod } from './billing-period.ts'

async function findBillingPeriod(db: Db, orderId: OrderId, period: number): Promise<BillingPeriod | undefined> {
  const row = await db.read
    .selectFrom('billing.periods')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('period', '=', period)
    .executeTakeFirst()
  return row && toBillingPeriod(row)
}

/** The period that an order is at, if its billing has begun and it is not resolved. */
export async function findOpenPeriod(
  db: Db,
  { id, nextPeriod }: Pick<Order, 'id' | 'nextPeriod'>,
): Promise<BillingPeriod | undefined> {
  const period = await findBillingPeriod(db, id, nextPeriod)
  return period?.status === 'open' ? period : undefined
}

/** Every period of an order that was billed, oldest first. */
export async function billingPeriodsOf(db: Db, orderId: OrderId): Promise<BillingPeriod[]> {
  const rows = await db.read
    .selectFrom('billing.periods')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('period')
    .execute()
  return rows.map(toBillingPeriod)
}

/** The period that a payment bills, where its result depends on it. A payment in full needs no read. */
export async function findPeriodOfPayment(
  db: Db,
  { payment }: PaymentStatusChanged,
): Promise<BillingPeriod | undefined> {
  const { orderId, period, status, source } = payment
  const depends =
    status === 'failed' || status === 'captureFailed' || (status === 'captured' && source === 're-bill-micro')
  return depends && period !== undefined ? findBillingPeriod(db, orderId, period) : undefined
}

/** Orders with the period they are at, if its billing has begun. */
export async function ordersToBill(db: Db, ids: readonly OrderId[]): Promise<Map<OrderId, OrderToBill>> {
  const orders = await ordersById(db, ids)
  const rows = await db.read
    .selectFrom('billing.periods')
    .selectAll()
    .where(sql<boolean>`order_id = any(${ids})`)
    .where('status', '=', 'open')
    .execute()
  const open = rows.map(toBillingPeriod)
  return new Map(
    [...orders.values()].map((order) => {
      const billingPeriod = open.find(({ orderId, period }) => orderId === order.id && period === order.nextPeriod)
      return [order.id, { order, billingPeriod }]
    }),
  )
}
export type OrderToBill = { order: Order; billingPeriod: BillingPeriod | undefined }

const toBillingPeriod = (row: Selectable<Schema['billing.periods']>): BillingPeriod => ({
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
