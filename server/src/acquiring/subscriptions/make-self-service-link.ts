import { auditedOrder, isBilledLater, type Order, requireBillable } from '#acquiring/orders'
import { findShopper } from '#acquiring/shoppers'
import type { Author } from '#core/directory'
import { chooseLanguage } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, type Write } from '#kernel/db/commit/commit.ts'
import type { SubscriptionsContext } from './context.ts'
import { selfServiceUrl } from './link.ts'
import { refuse } from './refusals.ts'

type MakeLinkInput = {
  by: Author
  order: Order
  sends: boolean
  /** Written with it, such as an idempotency key. */
  alongside: readonly Write[]
}
export type MadeLink = { url: string; expiresAt: Instant; sentTo: string | undefined }

/**
 * A person of the merchant makes a link to the page of a subscription, to pass it on or to have it emailed to the stored
 * address. The audit has that it was made and not the link, which opens the page.
 */
export async function makeSelfServiceLink(
  ctx: SubscriptionsContext,
  { by, order, sends, alongside }: MakeLinkInput,
): Promise<MadeLink> {
  if (!isBilledLater(order)) throw refuse('self_service_not_available', { type: order.type })
  requireBillable(order)
  const now = ctx.clock.now()
  const { link, ...around } = await linkFor(ctx, now, { order, sends })
  const email = { order, ...around, ...link }
  const planned = sends ? (ctx.planLinkEmail?.(now, email) ?? []) : []
  if (sends && planned.length === 0) throw refuse('no_address', { field: 'send' })
  const action = sends ? 'selfServiceLinkSent' : 'selfServiceLinkMade'
  await commit(ctx, now, [...planned, auditedOrder(now, by, order, { action }), ...alongside], 'make-self-service-link')
  return link
}

/** The same link, made anew: nothing of it is stored, and any works as long as another. */
export const selfServiceLinkAgain = async (
  ctx: SubscriptionsContext,
  made: { order: Order; sends: boolean },
): Promise<MadeLink> => (await linkFor(ctx, ctx.clock.now(), made)).link

/** A link that is sent opens the page in the language of the email. */
async function linkFor(ctx: SubscriptionsContext, now: Instant, { order, sends }: { order: Order; sends: boolean }) {
  const [site, found] = await Promise.all([ctx.directory.site(order.siteId), findShopper(ctx.db, order.shopperId)])
  const [language, shopper] = [chooseLanguage(site!.language, undefined), found!]
  const url = selfServiceUrl(ctx, { orderId: order.id, now, ...(sends && { language }) })
  const link: MadeLink = { ...url, sentTo: sends ? shopper.email : undefined }
  return { site: site!, shopper, language, link }
}
