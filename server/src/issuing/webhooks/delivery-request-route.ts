import { z } from 'zod'
import { type StaffRoute, staffRoute } from '#core/access'
import { type Partners, partnerInScope } from '#core/partners'
import type { WebhooksContext } from './context.ts'
import { signedHeaders } from './post-signed.ts'
import { showEvent } from './read-events.ts'
import { refuse } from './refusals.ts'
import { readId } from './shapes.ts'

type Context = WebhooksContext & { partners: Pick<Partners, 'partner' | 'signingKey'> }

/** Who may have an event sent again may send it by hand as well: the result is the same. */
export const deliveryRequestRoute = (ctx: Context): StaffRoute =>
  staffRoute({
    group: 'Webhooks',
    caller: 'staff',
    method: 'GET',
    path: '/partners/:partnerId/events/:eventId/deliveries/:deliveryId',
    operationId: 'getPartnerEventDelivery',
    summary: 'What a delivery of an event sent: its address, its headers and the bytes of its body',
    about:
      'No signature is stored. It is made again, of the same bytes and with the key that signs now: it is the one that was sent, unless another key signed then.',
    permission: 'webhooks:replay',
    params: z.object({ partnerId: z.string(), eventId: z.string(), deliveryId: z.string() }),
    reply: z.strictObject({
      method: z.literal('POST'),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.string(),
    }),
    run: async ({ caller, params }) => {
      const partnerId = partnerInScope(caller, params.partnerId)
      const { body, deliveries } = await showEvent(ctx, { partnerId, eventId: readId(params.eventId) })
      const delivery = deliveries.find(({ deliveryId }) => deliveryId === params.deliveryId)
      if (!delivery?.url) throw refuse('delivery_not_found', { deliveryId: params.deliveryId.slice(0, 50) })
      const key = await ctx.partners.signingKey(partnerId)
      if (!key) throw refuse('signing_key_missing')
      const { deliveryId, url } = delivery
      return { method: 'POST' as const, url, headers: { ...signedHeaders(key, { deliveryId, body }) }, body }
    },
  })
