import type { Instant } from '#kernel/base/clock.ts'
import { AlreadyThere, commit, insert, StaleWrite, update, type Write } from '#kernel/db/commit/commit.ts'
import type { OutboundResponse } from '#kernel/http/outbound.ts'
import type { NotificationsContext } from './context.ts'
import type { NotificationId } from './ids.ts'
import { type AttemptOutcome, nextTryAt } from './notification.ts'
import { resultForm } from './seal-payload.ts'
import { type FullNotification, findNotification } from './store.ts'

/**
 * Makes one delivery of a waiting notification and writes down how it went. Whoever calls holds its lease.
 *
 * A store has heard it only when it answers 200 with the body `OK`. A worker that dies between sending and writing leaves
 * the notification waiting, so it is sent again: every notification is delivered at least once, not at most once.
 */
export async function deliverNotification(ctx: NotificationsContext, id: NotificationId): Promise<void> {
  const notification = await findNotification(ctx.db, id)
  if (notification?.status !== 'waiting') return
  const now = ctx.clock.now()
  const result = await send(ctx, notification)
  try {
    await commit(ctx, now, recordOf(notification, result, now))
  } catch (error) {
    // Our lease ran out while we waited, and somebody else has delivered and written. Their word stands.
    if (!(error instanceof StaleWrite || error instanceof AlreadyThere)) throw error
  }
}

type Result = { outcome: AttemptOutcome; httpStatus: number | null; reply: string; tookMs: number }

async function send(ctx: NotificationsContext, { siteId, url, body }: FullNotification): Promise<Result> {
  const [newestKey] = await ctx.sites.siteKeys(siteId)
  if (!newestKey) return { outcome: 'keyless', httpStatus: null, reply: 'the site has no private key', tookMs: 0 }
  const result = await ctx.outbound.post(url, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Florin' },
    // Encodes the plus of base64 too, which receivers would otherwise read as a space.
    body: new URLSearchParams(resultForm(newestKey, body)).toString(),
    timeoutMs: ctx.notificationTimeoutMs,
  })
  return judge(result)
}

/** Nothing but 200 and OK is an acknowledgement; a shop's plugin that is half broken often answers 200 and a page. */
function judge(result: OutboundResponse): Result {
  const { tookMs } = result
  if (result.outcome !== 'answered') return { outcome: result.outcome, httpStatus: null, reply: result.why, tookMs }
  const acknowledged = result.status === 200 && result.text.trim() === 'OK'
  return { outcome: acknowledged ? 'delivered' : 'refused', httpStatus: result.status, reply: result.text, tookMs }
}

function recordOf(notification: FullNotification, result: Result, now: Instant): Write[] {
  const attempt = notification.attempts + 1
  const triesLeft = notification.triesLeft - 1
  const delivered = result.outcome === 'delivered'
  const dueAt = delivered ? undefined : nextTryAt(now, triesLeft)
  return [
    insert('notifications.attempts', {
      notification_id: notification.id,
      attempt,
      outcome: result.outcome,
      http_status: result.httpStatus,
      reply: beginning(result.reply),
      took_ms: result.tookMs,
      attempted_at: now,
    }),
    update('notifications.notifications', {
      set: {
        status: delivered ? 'delivered' : dueAt ? 'waiting' : 'parked',
        attempts: attempt,
        tries_left: triesLeft,
        delivered_at: delivered ? now : null,
        due_at: dueAt ?? null,
        leased_until: null,
        version: notification.version + 1,
      },
      where: { id: notification.id, version: notification.version },
    }),
  ]
}

/** The first 500 bytes, in whole characters. PostgreSQL keeps no NUL in a text. */
function beginning(reply: string): string {
  const cut = Buffer.from(reply.replaceAll('\0', ' ')).subarray(0, replyBytesMax).toString('utf8')
  return cut.replace(/\uFFFD+$/, '')
}
const replyBytesMax = 500
