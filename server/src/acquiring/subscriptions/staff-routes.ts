import { z } from 'zod'
import type { OrderId } from '#acquiring/ids'
import { getOrder, requireSeenOrder } from '#acquiring/orders'
import { authorOf, reasonField, type StaffRoute, seesSite, staffRoute } from '#core/access'
import { id, optional, trueOrFalse } from '#kernel/http/field.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { SubscriptionsContext } from './context.ts'
import { type MadeLink, makeSelfServiceLink, selfServiceLinkAgain } from './make-self-service-link.ts'

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
    repeated: 'stored',
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
      const { db, directory } = ctx
      const order = await requireSeenOrder(db, call.params.orderId, ({ siteId }) =>
        seesSite(directory, call.caller, siteId),
      )
      const sends = call.body.send ?? false
      const alongside = call.once(String(order.id), sends ? 'sent' : undefined)
      return made(await makeSelfServiceLink(ctx, { by: authorOf(call), order, sends, alongside }))
    },
    recover: async (_caller, subjectId, sent) => {
      const order = await getOrder(ctx.db, BigInt(subjectId) as OrderId)
      return made(await selfServiceLinkAgain(ctx, { order, sends: sent !== undefined }))
    },
  }),
]

const made = ({ url, expiresAt, sentTo }: MadeLink) => ({
  url,
  expiresAt: momentText(expiresAt),
  ...(sentTo !== undefined && { sentTo }),
})
