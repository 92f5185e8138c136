import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { OrderId, PaymentId } from '#acquiring/ids'
import {
  asOfIn,
  authorOf,
  madeQuery,
  ofWhomQuery,
  periodOf,
  reasonField,
  type StaffRoute,
  sitesOfList,
  staffRoute,
} from '#core/access'
import type { Directory } from '#core/directory'
import { within } from '#kernel/db/list.ts'
import { id, moment, optional } from '#kernel/http/field.ts'
import { chosen, inclusive, several } from '#kernel/http/filter.ts'
import type { NotificationsContext } from './context.ts'
import { notificationStatuses } from './notification.ts'
import { replayMatching } from './replay-matching.ts'

type Parts = Pick<NotificationsContext, 'db' | 'react' | 'clock'> & { directory: Directory }

const filters = {
  ...ofWhomQuery,
  ...madeQuery,
  status: several(notificationStatuses),
  orderId: optional(id<OrderId>('the id of an order')),
  paymentId: optional(id<PaymentId>('the id of a payment')),
}

/** Sends again whatever a list of notifications shows with the same filters. */
export const replayMatchingRoute = (parts: Parts): StaffRoute =>
  staffRoute({
    group: 'Notifications',
    caller: 'staff',
    method: 'POST',
    path: '/notifications/replay-matching',
    operationId: 'replayMatchingNotifications',
    summary: 'Send all notifications again that match the filters of the list',
    about:
      'At most 10,000, made until `asOf`. They are put into the queue of deliveries, which sends them. What waits, and what was delivered after `asOf`, is left alone, so a call that is repeated with the same `asOf` sends nothing twice. `failed` are sites without a notification address, with how many are theirs.',
    permission: 'notifications:replay',
    body: z.object({
      ...filters,
      asOf: optional(moment()).meta({
        description:
          'A moment that has passed: what was made later is left alone. Now, if left out: then a repeated call sends again what was delivered.',
      }),
      ...reasonField,
    }),
    reply: z.strictObject({
      replayed: z.int(),
      failed: z.array(z.strictObject({ siteId: z.string(), count: z.int() })),
    }),
    run: async ({ caller, ip, body }) => {
      const now = parts.clock.now()
      const { siteIds, timeZone: zone } = await sitesOfList(parts.directory, caller, body)
      const { period } = periodOf(body, { zone, now })
      const statuses = body.status && chosen(notificationStatuses, body.status)
      const { orderId, paymentId } = body
      const { replayed, failed } = await replayMatching(
        { ...parts, sites: parts.directory },
        {
          by: authorOf({ caller, ip, body }),
          siteIds,
          conditions: [
            ...(statuses ? [sql<SqlBool>`entry.status = any(${statuses}::text[])`] : []),
            ...(orderId ? [sql<SqlBool>`entry.order_id = ${orderId}`] : []),
            ...(paymentId ? [sql<SqlBool>`entry.payment_id = ${paymentId}`] : []),
            ...(period ? within(sql.ref('entry.created_at'), inclusive(period)) : []),
          ],
          filters: Object.keys(filters).filter((name) => body[name as keyof typeof filters] !== undefined),
          asOf: asOfIn(body.asOf, { field: 'asOf', zone, now, today: 'refused' }),
        },
      )
      return { replayed, failed: failed.map(({ siteId, count }) => ({ siteId: String(siteId), count })) }
    },
  })
