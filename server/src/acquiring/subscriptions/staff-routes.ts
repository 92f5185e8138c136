import { z } from 'zod'
import type { OrderId } from '#acquiring/ids'
import { auditedOrder, isBilledLater, requireSeenOrder } from '#acquiring/orders'
import { findShopper } from '#acquiring/shoppers'
import { authorOf, reasonField, type StaffRoute, seesSite, staffRoute } from '#core/access'
import { chooseLanguage } from '#core/i18n'
import { commit } from '#kernel/db/commit/commit.ts'
import { id, optional, trueOrFalse } from '#kernel/http/field.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { SubscriptionsContext } from './context.ts'
import { selfServiceUrl } from './link.ts'
import { refuse } from './refusals.ts'

/** What people of a merchant do for a shopper who looks after a subscription. */
export const subscriptionStaffRoutes = (ctx: SubscriptionsContext): StaffRoute[] => [
  staffRoute({
    group: 'Orders',
    caller: 'staff',
    method: 'POST',
    path: '/orders/:orderId/self-service',
    operationId: 'makeSelfServiceLink',
    summary: 'A link to the page on which the customer changes the card or ends the order, and send it if asked to',
    about: 'Anyone with the link can do that, so it is for the customer only. It works for 30 days.',
    permission: 'orders:change',
    params: z.object({ orderId: id<OrderId>('the id of an order') }),
    body: z.object({
      send: optional(trueOrFalse()).meta({ description: 'Email it to the customer.' }),
      ...reasonField,
    }),
    reply: z.strictObject({
      url: z.url(),
      expiresAt: momentShape,
      sentTo: z.string().optional().meta({ description: 'The address that it is sent to.' }),
    }),
    run: async (call) => {
      const { db, directory, clock } = ctx
      const order = await requireSeenOrder(db, call.params.orderId, ({ siteId }) =>
        seesSite(directory, call.caller, siteId),
      )
      if (!isBilledLater(order)) throw refuse('self_service_not_available', { type: order.type })
      const [site, shopper] = await Promise.all([directory.site(order.siteId), findShopper(db, order.shopperId)])
      const now = clock.now()
      const sends = call.body.send ?? false
      const language = chooseLanguage(site!.language, undefined)
      const link = selfServiceUrl(ctx, { orderId: order.id, now, ...(sends && { language }) })
      const email = { order, shopper: shopper!, site: site!, language, ...link }
      const planned = sends ? (ctx.planLinkEmail?.(now, email) ?? []) : []
      if (sends && planned.length === 0) throw refuse('no_address', { field: 'send' })
      const action = sends ? 'selfServiceLinkSent' : 'selfServiceLinkMade'
      await commit(ctx, now, [...planned, auditedOrder(now, authorOf(call), order, { action })], 'send-link')
      const sentTo = sends ? shopper?.email : undefined
      return { url: link.url, expiresAt: momentText(link.expiresAt), ...(sentTo !== undefined && { sentTo }) }
    },
  }),
]
