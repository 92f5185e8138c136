import { Refusal } from '#kernel/base/refusal.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { insert } from '#kernel/db/commit/commit.ts'
import type { OutboundResponse } from '#kernel/http/outbound.ts'
import { type DeliveryResult, deliveryWork } from '#kernel/work/delivery.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import type { NotificationsContext } from './context.ts'
import type { NotificationId } from './ids.ts'
import type { AttemptOutcome } from './notification.ts'
import { keyOfNotification, notificationRequest } from './notification-request.ts'
import { notificationQueue } from './queue.ts'
import { claimedColumns, findNotification, type NotificationToSend } from './store.ts'

/** Requests to the server of one site at once, by one process. */
const perSiteMax = 32
/** Claimed at once, and under way at once, in one process: as many as sixteen sites whose servers hang can fill. */
const [batch, atOnce] = [256, 4_096]
/** What a worker may need besides waiting for the store: reading, encrypting, recording. */
const leaseMarginMs = 30_000

type Result = DeliveryResult & { reason: AttemptOutcome; httpStatus: number | null; tookMs: number }

/** Delivers notifications that are due. A store has one when it answers 200 with the body `OK`. */
export const notificationDelivery = (ctx: NotificationsContext): DueWork =>
  deliveryWork<'notifications.notifications', NotificationToSend, Result>(ctx, {
    ...notificationQueue,
    name: 'deliver notifications',
    leaseMs: ctx.notificationTimeoutMs + leaseMarginMs,
    fair: {
      perOwnerMax: perSiteMax,
      ownerOf: ({ siteId }) => siteId,
      attemptMs: ctx.notificationTimeoutMs,
      columns: claimedColumns,
    },
    batch,
    atOnce,
    find: (id) => findNotification(ctx.db, id as NotificationId),
    send: (notification) => send(ctx, notification),
    record: ({ id }, { number, at, reason, httpStatus, response, tookMs }) => ({
      writes: [
        insert('notifications.attempts', {
          notification_id: id,
          attempt: number,
          outcome: reason,
          http_status: httpStatus,
          reply: response,
          took_ms: tookMs,
          attempted_at: at,
        }),
      ],
    }),
  })

async function send(ctx: NotificationsContext, notification: NotificationToSend): Promise<Result> {
  const { url, body } = notification
  const key = await keyFor(ctx, notification)
  if (typeof key === 'string')
    return { outcome: 'failed', reason: 'keyless', httpStatus: null, response: key, tookMs: 0 }
  const request = notificationRequest(key, body)
  const result = await ctx.outbound.post(url, { ...request, timeoutMs: ctx.notificationTimeoutMs })
  return resultOf(result)
}

/** Or why there is none. A key that cannot be read is a failed attempt, so that it is seen and tried again later. */
async function keyFor(ctx: NotificationsContext, notification: NotificationToSend): Promise<Secret<string> | string> {
  try {
    return (await keyOfNotification(ctx, notification)) ?? 'the site has no private key'
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** Only 200 and OK acknowledge: a shop plugin that is half broken often answers 200 and an error page. */
export function resultOf(result: OutboundResponse): Result {
  const { tookMs } = result
  if (result.outcome !== 'answered')
    return { outcome: 'failed', reason: result.outcome, httpStatus: null, response: result.why, tookMs }
  const { status: httpStatus, text: response } = result
  const isAcknowledged = httpStatus === 200 && response.trim() === 'OK'
  return isAcknowledged
    ? { outcome: 'delivered', reason: 'delivered', httpStatus, response, tookMs }
    : { outcome: 'failed', reason: 'refused', httpStatus, response, tookMs }
}
