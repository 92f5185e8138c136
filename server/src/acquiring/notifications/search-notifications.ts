import { type Selectable, type SqlBool, sql } from 'kysely'
import type { OrderId, PaymentId } from '#acquiring/ids'
import type { Db } from '#kernel/db/db.ts'
import { fewEntries, withValues } from '#kernel/db/keyset-parts.ts'
import type { Schema } from '#kernel/db/schema.ts'
import { chosen, type Several } from '#kernel/http/filter.ts'
import { type Notification, type NotificationStatus, notificationStatuses } from './notification.ts'

type Search = {
  status: Several<NotificationStatus> | undefined
  orderId: OrderId | undefined
  paymentId: PaymentId | undefined
}

/** What a search selects of a list of notifications. Those of an order are few, and parked ones have an index. */
export async function notificationsSelected(db: Db, { status, orderId, paymentId }: Search) {
  const table = 'notifications.notifications'
  const few = orderId && (await fewEntries(db, table, [sql`entry.order_id = ${orderId}`]))
  const statuses = status && chosen(notificationStatuses, status)
  const isParked = !few && statuses?.length === 1 && statuses[0] === 'parked'
  const parked = { ...withValues('status', 'text', ['parked']), is: sql<SqlBool>`entry.status = 'parked'` }
  return {
    narrowed: few ? [few] : isParked ? [parked] : [],
    conditions: [
      ...(statuses && !isParked ? [sql<SqlBool>`entry.status = any(${statuses}::text[])`] : []),
      ...(orderId && !few ? [sql<SqlBool>`entry.order_id = ${orderId}`] : []),
      ...(paymentId ? [sql<SqlBool>`entry.payment_id = ${paymentId}`] : []),
    ],
  }
}

export const notificationOf = (row: Selectable<Schema['notifications.notifications']>): Notification => ({
  id: row.id,
  siteId: row.site_id,
  paymentId: row.payment_id,
  orderId: row.order_id,
  url: row.url,
  status: row.status,
  attempts: row.attempts,
  triesLeft: row.tries_left,
  createdAt: row.created_at,
  deliveredAt: row.delivered_at,
  dueAt: row.due_at,
})
