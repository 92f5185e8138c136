import {
  type NotificationBody,
  type PaymentNotification,
  readNotification,
  UnreadableNotification,
} from '@florin/client'
import type { SiteId } from '#core/directory'
import { readTopupId } from '#issuing/ids'
import type { Call, Reply, Route } from '#kernel/http/route.ts'
import type { TopupsContext } from '../context.ts'
import { findTopupAt } from '../store.ts'
import { settleTopup } from './settle-topup.ts'

/**
 * Where a site that takes topups sends its notifications. One is opened with the key of the site, as any store does. The
 * cipher does not sign, and money is credited here, so it only says of which topup the outcome is to be asked for.
 */
export const topupNotificationRoutes = (ctx: TopupsContext): Route[] => [
  {
    method: 'POST',
    path: '/topups/notifications/:siteId',
    caller: 'public',
    run: (call) => takeNotification(ctx, call),
  },
]

async function takeNotification(ctx: TopupsContext, { params, body }: Call): Promise<Reply> {
  const site = /^[1-9]\d{0,8}$/.test(params.siteId ?? '')
    ? await ctx.directory.site(Number(params.siteId) as SiteId)
    : undefined
  const notification = site && (await open(ctx, site.id, body))
  if (!notification) return text(400, 'This is not a notification for this address.')
  const id = readTopupId(notification.externalOrderId)
  const topup = id && (await findTopupAt(ctx.db, site.id, id))
  if (!topup) return text(404, 'There is no such topup.')
  // A live store is never told of a test payment, nor the other way around.
  if (site.live === ctx.testMode || notification.currency !== topup.amount.currency) {
    ctx.log.error({ topupId: topup.id, siteId: site.id }, 'a notification does not fit its topup')
    return text(400, 'This does not fit the topup.')
  }
  return (await settleTopup(ctx, topup.id))
    ? text(200, 'OK')
    : text(503, 'The outcome is not known yet. Send it again.')
}

/** With whichever valid key of the site it was sealed; undefined: with none. */
async function open(ctx: TopupsContext, siteId: SiteId, body: unknown): Promise<PaymentNotification | undefined> {
  if (typeof body !== 'object' || body === null) return undefined
  for (const key of await ctx.directory.siteKeys(siteId)) {
    try {
      return readNotification({ privateKey: key.reveal(), body: body as NotificationBody })
    } catch (error) {
      if (!(error instanceof UnreadableNotification)) throw error
    }
  }
  return undefined
}

const text = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body,
})
