import type { Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, insert, StaleWrite, update, type Write } from '#kernel/db/commit/commit.ts'
import type { SubscriptionsContext } from './context.ts'
import { selfServiceUrl } from './link.ts'
import { lastLinkSent } from './store.ts'
import type { Visit } from './visit.ts'

/** The least time between two such emails, so that an old link cannot be used to fill a mailbox. */
const linkEvery = { hours: 1 }

/**
 * Emails the shopper a new link, to the stored address and no other. The page does not say whether there is
 * one, or whether this was too soon after the last.
 */
export async function sendLink(ctx: SubscriptionsContext, visit: Visit, language: Language): Promise<void> {
  const { order, shopper, site } = visit
  if (!ctx.planLinkEmail || !shopper.email) return
  const now = ctx.clock.now()
  const last = await lastLinkSent(ctx.db, order.id)
  if (last && Temporal.Instant.compare(now, last.add(linkEvery)) < 0) return
  const link = selfServiceUrl(ctx, { orderId: order.id, now, language })
  try {
    await commit(
      ctx,
      now,
      [remember(visit, now, last), ...ctx.planLinkEmail(now, { order, shopper, site, language, ...link })],
      'send-link',
    )
  } catch (error) {
    // Another press of the button was quicker, and has sent it.
    if (!(error instanceof StaleWrite)) throw error
  }
}

const remember = ({ order: { id } }: Visit, now: Instant, last: Instant | undefined): Write =>
  last
    ? update('subscriptions.links_sent', { set: { sent_at: now }, where: { order_id: id, sent_at: last } })
    : insert('subscriptions.links_sent', { order_id: id, sent_at: now }, { onDuplicate: { links_sent_pkey: 'stale' } })
