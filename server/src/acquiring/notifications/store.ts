import type { OrderId, PaymentId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Db } from '#kernel/db/db.ts'
import { loaderByKey } from '#kernel/db/load-in-batches.ts'
import { oneOf } from '#kernel/db/one-of.ts'
import type { NotificationId } from './ids.ts'
import type { Attempt, Notification, NotificationStatus } from './notification.ts'

const columns = [
  'id',
  'site_id as siteId',
  'payment_id as paymentId',
  'order_id as orderId',
  'url',
  'status',
  'attempts',
  'tries_left as triesLeft',
  'created_at as createdAt',
  'delivered_at as deliveredAt',
  'due_at as dueAt',
] as const

/** A notification with what only its delivery and its site may see. */
export type FullNotification = Notification & { body: string; version: number }

/** What its delivery needs of a notification. */
export type NotificationToSend = Omit<FullNotification, 'createdAt' | 'deliveredAt' | 'dueAt'>
const columnsToSend = [
  'id',
  'site_id as siteId',
  'payment_id as paymentId',
  'order_id as orderId',
  'url',
  'body',
  'status',
  'attempts',
  'tries_left as triesLeft',
  'version',
] as const

/** The same columns in SQL, for a claim that returns what it claims. */
export const claimedColumns = columnsToSend.map((column) => column.replace(/ as (\w+)$/, ' as "$1"')).join(', ')

/** For the delivery only: it acts for no site in particular. */
export const findNotification = loaderByKey(async (db: Db, ids: readonly NotificationId[]) => {
  const rows: NotificationToSend[] = await db.read
    .selectFrom('notifications.notifications')
    .select(columnsToSend)
    .where(oneOf('id', 'bigint', ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
})

export async function findNotificationOfSite(
  db: Db,
  { siteId, id }: { siteId: SiteId; id: NotificationId },
): Promise<FullNotification | undefined> {
  return db.read
    .selectFrom('notifications.notifications')
    .select([...columns, 'body', 'version'])
    .where('id', '=', id)
    .where('site_id', '=', siteId)
    .executeTakeFirst()
}

/** Whether its store was ever notified of a payment. */
export async function isNotified(db: Db, payment: { id: PaymentId; orderId: OrderId }): Promise<boolean> {
  const row = await db.read
    .selectFrom('notifications.notifications')
    .select('id')
    .where('order_id', '=', payment.orderId)
    .where('payment_id', '=', payment.id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export type NotificationFilter = {
  /** Undefined: of all sites, for the operator. */
  siteIds: readonly SiteId[] | undefined
  status?: NotificationStatus | undefined
  orderId?: OrderId | undefined
  paymentId?: PaymentId | undefined
  /** Only those with a smaller id: the last id of the page before. */
  before?: NotificationId | undefined
}

/** Newest first. */
export const selectNotifications = (db: Db, filter: NotificationFilter, limit: number): Promise<Notification[]> =>
  matching(db, filter).limit(limit).execute()

/** Newest first. */
function matching(db: Db, { siteIds, status, orderId, paymentId, before }: NotificationFilter) {
  return db.read
    .selectFrom('notifications.notifications')
    .select(columns)
    .$if(siteIds !== undefined, (query) => query.where('site_id', 'in', siteIds ?? []))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId!))
    .$if(paymentId !== undefined, (query) => query.where('payment_id', '=', paymentId!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
}

export async function selectAttempts(db: Db, id: NotificationId): Promise<Attempt[]> {
  return db.read
    .selectFrom('notifications.attempts')
    .select([
      'attempt',
      'outcome',
      'http_status as httpStatus',
      'reply',
      'took_ms as tookMs',
      'attempted_at as attemptedAt',
    ])
    .where('notification_id', '=', id)
    .orderBy('attempt')
    .execute()
}

/** Oldest first. */
export async function selectParkedIds(
  db: Db,
  {
    siteId,
    since,
    after,
    limit,
  }: { siteId: SiteId; since: Temporal.Instant | undefined; after: NotificationId; limit: number },
): Promise<NotificationId[]> {
  const rows = await db.read
    .selectFrom('notifications.notifications')
    .select('id')
    .where('site_id', '=', siteId)
    .where('status', '=', 'parked')
    .where('id', '>', after)
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}
