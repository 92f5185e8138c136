import type { OrderId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
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

/** A notification with what only its delivery and its owner may see. */
export type FullNotification = Notification & { body: string; version: number }

/** For the delivery alone, which acts for no one in particular. */
export async function findNotification(db: Db, id: NotificationId): Promise<FullNotification | undefined> {
  return db.read
    .selectFrom('notifications.notifications')
    .select([...columns, 'body', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
}

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

export type NotificationFilter = {
  /** Whose notifications; undefined is everybody's, for the operator. */
  siteIds: readonly SiteId[] | undefined
  status?: NotificationStatus | undefined
  orderId?: OrderId | undefined
  /** Only those with a smaller id: the last id of the page before. */
  before?: NotificationId | undefined
}

/** Newest first. */
export async function selectNotifications(
  db: Db,
  { siteIds, status, orderId, before }: NotificationFilter,
  limit: number,
): Promise<Notification[]> {
  return db.read
    .selectFrom('notifications.notifications')
    .select(columns)
    .$if(siteIds !== undefined, (query) => query.where('site_id', 'in', siteIds ?? []))
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(orderId !== undefined, (query) => query.where('order_id', '=', orderId!))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
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
  }: { siteId: SiteId; since: Temporal.Instant | undefined; after: bigint; limit: number },
): Promise<NotificationId[]> {
  const rows = await db.read
    .selectFrom('notifications.notifications')
    .select('id')
    .where('site_id', '=', siteId)
    .where('status', '=', 'parked')
    .where('id', '>', after as NotificationId)
    .$if(since !== undefined, (query) => query.where('created_at', '>=', since!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Takes up to `limit` due notifications for `leaseMs` (see `claimDue`), but of each site no more than are among its
 * `perSiteMax` longest due ones. Those under way are still due, so they count: a site whose server hangs holds that many
 * places and no more, however many wait behind them.
 */
export async function claimInTurn(
  { db, clock }: { db: Db; clock: Clock },
  { leaseMs, perSiteMax, limit }: { leaseMs: number; perSiteMax: number; limit: number },
): Promise<NotificationId[]> {
  const wall = clock.wall()
  const rows = await db.run(claimStatement, [wall.add({ milliseconds: leaseMs }), clock.now(), wall, limit, perSiteMax])
  return rows.map((row) => row.id as NotificationId)
}

const claimStatement = `
  with recursive site (id) as ( -- the sites with anything due, found by jumping along the index
    (select site_id from notifications.notifications where due_at is not null order by site_id limit 1)
    union all
    select (select site_id from notifications.notifications where due_at is not null and site_id > site.id
            order by site_id limit 1)
    from site where site.id is not null
  ), head as (
    select next.id from site cross join lateral (
      select id from notifications.notifications where site_id = site.id and due_at <= $2 order by due_at, id limit $5
    ) as next
  )
  update notifications.notifications set leased_until = $1
  where id in (
    select id from notifications.notifications
    where id in (select id from head) and due_at <= $2 and (leased_until is null or leased_until < $3)
    order by due_at, id limit $4
    for update skip locked -- two workers never wait for each other
  )
  returning id`
