import { endsAt, nextBillAt, type Order, ordersAfter } from '#acquiring/orders'
import type { Exported, Selection } from '#core/access'
import type { Db } from '#kernel/db/db.ts'
import { orderRecord } from './staff-wire.ts'

/** Orders, for a file. */
export const exportedOrders = ({ db }: { db: Db }, selection: Selection): Exported<Order> => ({
  columns: orderColumns,
  rowsAfter: (after, limit) => ordersAfter(db, { ...selection, after, limit }),
})

export const orderColumns: Exported<Order>['columns'] = {
  id: ({ id }) => String(id),
  site_id: ({ siteId }) => String(siteId),
  store_order_id: ({ externalId }) => externalId,
  customer_id: ({ shopperId }) => String(shopperId),
  type: ({ type }) => type,
  status: ({ status }) => status,
  created_at: ({ createdAt }) => createdAt,
  created_at_utc: ({ createdAt }) => createdAt.toString(),
  next_due_at: nextBillAt,
  ends_at: endsAt,
  cancelled_by: ({ plannedEnd }) => plannedEnd?.by,
  currency: ({ amount }) => amount.currency,
  amount: (order) => orderRecord(order).amount,
  amount_minor: ({ amount }) => String(amount.minor),
  interval: ({ interval }) => interval && `${interval.count} ${interval.unit}`,
  end_reason: ({ endReason }) => endReason,
  tags: ({ tags }) => tags.join(' '),
  description: ({ description }) => description,
}
