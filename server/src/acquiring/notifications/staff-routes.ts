import { z } from 'zod'
import type { OrderId, PaymentId } from '#acquiring/ids'
import {
  authorOf,
  ofSites,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  seesSite,
  siteIdField,
  siteInScope,
  staffRoute,
  type TableListParts,
  tableList,
} from '#core/access'
import type { Directory, SiteId } from '#core/directory'
import { id, moment, optional } from '#kernel/http/field.ts'
import { several } from '#kernel/http/filter.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { NotificationsContext } from './context.ts'
import type { NotificationId } from './ids.ts'
import { showNotification } from './list-notifications.ts'
import { type Notification, notificationStatuses } from './notification.ts'
import { keyOfNotification, notificationRequest } from './notification-request.ts'
import { refuse } from './refusals.ts'
import { replayMatchingRoute } from './replay-matching-route.ts'
import { replayNotification, replayParked } from './replay-notification.ts'
import { notificationOf, notificationsSelected } from './search-notifications.ts'
import { findNotification, findNotificationOfSite } from './store.ts'

type Parts = Pick<NotificationsContext, 'db' | 'react' | 'clock' | 'signedBy'> &
  TableListParts & { directory: Directory }

const notificationShape = z.strictObject({
  id: z.string(),
  siteId: z.string(),
  orderId: z.string(),
  paymentId: z.string(),
  url: z.string(),
  status: z.enum(notificationStatuses),
  attempts: z.int(),
  createdAt: momentShape,
  deliveredAt: momentShape.optional(),
  nextAt: momentShape.optional(),
})
const wholeShape = notificationShape.extend({
  body: z.string().meta({ description: 'Before it is encrypted for the store.' }),
  deliveries: z.array(
    z.strictObject({
      attempt: z.int(),
      at: momentShape,
      outcome: z.string(),
      httpStatus: z.int().optional(),
      reply: z.string().optional(),
      tookMs: z.int(),
    }),
  ),
})

const about = { group: 'Notifications', caller: 'staff' } as const
const params = z.object({ notificationId: id<bigint>('the id of a notification') })

/** What `florin notifications` does: what stores are notified of, and sending it again. */
export const notificationStaffRoutes = (parts: Parts): StaffRoute[] => [
  ...listRoutes(parts),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/notifications/:notificationId',
    operationId: 'getNotification',
    summary: 'One notification, its body and every delivery',
    permission: 'notifications:read',
    params,
    reply: wholeShape,
    run: async ({ caller, params }) => {
      const { body, deliveries, ...found } = await showNotification(parts, await named(parts, caller, params))
      return {
        ...notificationRecord(found),
        body,
        deliveries: deliveries.map(({ attempt, attemptedAt, outcome, httpStatus, reply, tookMs }) => ({
          attempt,
          at: momentText(attemptedAt),
          outcome,
          ...(httpStatus !== null && { httpStatus }),
          ...(reply !== null && { reply }),
          tookMs,
        })),
      }
    },
  }),
  requestRoute(parts),
  replayRoute(parts),
  replayAllRoute(parts),
  replayMatchingRoute(parts),
]

/** Who may have it sent again may send it by hand as well: the result is the same. */
const requestRoute = (parts: Parts): StaffRoute =>
  staffRoute({
    ...about,
    method: 'GET',
    path: '/notifications/:notificationId/request',
    operationId: 'getNotificationRequest',
    summary: 'What a delivery of a notification sends: its headers and its body, encrypted for the store',
    about: 'Encrypted anew at each call, as at each delivery: the bytes differ, what the store reads in them does not.',
    permission: 'notifications:replay',
    params,
    reply: z.strictObject({
      method: z.literal('POST'),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
    }),
    run: async ({ caller, params }) => {
      const found = await findNotificationOfSite(parts.db, await named(parts, caller, params))
      if (!found) throw refuse('notification_not_found', { field: 'notificationId' })
      const key = await keyOfNotification({ ...parts, sites: parts.directory }, found)
      if (!key) throw refuse('site_key_missing')
      const { headers, body } = notificationRequest(key, found.body)
      return { method: 'POST' as const, url: found.url, headers: { ...headers }, body }
    },
  })

const listRoutes = (parts: Parts): StaffRoute[] => {
  const { filters, whose } = ofSites(parts.directory)
  return tableList(parts, {
    name: 'notifications',
    operations: { list: 'listNotifications', export: 'exportNotifications' },
    group: about.group,
    permission: 'notifications:read',
    summary: 'Notifications to stores, newest first',
    table: 'notifications.notifications',
    filters: {
      ...filters,
      status: several(notificationStatuses),
      orderId: optional(id<OrderId>('the id of an order')),
      paymentId: optional(id<PaymentId>('the id of a payment')),
    },
    shape: notificationShape,
    record: notificationRecord,
    whose,
    selected: ({ status, orderId, paymentId }) => notificationsSelected(parts.db, { status, orderId, paymentId }),
    things: (rows) => rows.map(notificationOf),
  })
}

const replayRoute = (parts: Parts): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/notifications/:notificationId/replay',
    operationId: 'replayNotification',
    summary: 'Send a notification again',
    about: 'The same body, a new schedule, to the address that the site has now.',
    permission: 'notifications:replay',
    params,
    body: z.object(reasonField),
    reply: notificationShape,
    run: async (call) => {
      const found = await named(parts, call.caller, call.params)
      const ctx = { ...parts, sites: parts.directory }
      return notificationRecord(await replayNotification(ctx, { by: authorOf(call), ...found }))
    },
  })

const replayAllRoute = (parts: Parts): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/notifications/replay',
    operationId: 'replayNotifications',
    summary: 'Send all parked notifications of a site again, or those made since a moment',
    permission: 'notifications:replay',
    body: z.object({
      siteId: siteIdField,
      since: optional(moment()),
      ...reasonField,
    }),
    reply: z.strictObject({ replayed: z.int() }),
    run: async (call) => {
      const { id: siteId, timeZone } = await siteInScope(parts.directory, call.caller, call.body.siteId)
      const since = call.body.since?.in(timeZone, 'from')
      const ctx = { ...parts, sites: parts.directory }
      return { replayed: await replayParked(ctx, { by: authorOf(call), siteId, since }) }
    },
  })

type Named = { siteId: SiteId; id: NotificationId }

/** The notification that a call is about. One of another merchant's site is not there. */
async function named(
  { db, directory }: Parts,
  caller: StaffCaller,
  { notificationId }: { notificationId: bigint },
): Promise<Named> {
  const found = await findNotification(db, notificationId as NotificationId)
  if (!found || !(await seesSite(directory, caller, found.siteId)))
    throw refuse('notification_not_found', { field: 'notificationId' })
  return { siteId: found.siteId, id: found.id }
}

const notificationRecord = (one: Notification): z.output<typeof notificationShape> => ({
  id: String(one.id),
  siteId: String(one.siteId),
  orderId: String(one.orderId),
  paymentId: String(one.paymentId),
  url: one.url,
  status: one.status,
  attempts: one.attempts,
  createdAt: momentText(one.createdAt),
  ...(one.deliveredAt && { deliveredAt: momentText(one.deliveredAt) }),
  ...(one.dueAt && { nextAt: momentText(one.dueAt) }),
})
