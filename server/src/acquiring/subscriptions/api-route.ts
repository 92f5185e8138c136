import { z } from 'zod'
import { type ApiRoute, apiRoute, momentShape, momentText } from '#acquiring/api'
import { isBilledLater, orderOf } from '#acquiring/orders'
import { languages } from '#core/i18n'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db } from '#kernel/db/db.ts'
import { oneOf, optional, text } from '#kernel/http/field.ts'
import { selfServiceUrl } from './link.ts'
import { refuse } from './refusals.ts'

/** Returns the link that a merchant sends its customer: a fresh one each time; older ones work until they expire. */
export const selfServiceRoute = (parts: { db: Db; keys: KeyRing; publicUrl: string; clock: Clock }): ApiRoute =>
  apiRoute({
    method: 'POST',
    path: '/order-self-service/:id',
    permission: 'subscription_links:create',
    group: 'Orders',
    summary: 'A link to the page on which the customer looks after a recurring or managed order',
    about:
      'They see past and upcoming payments, change the card, and cancel. Anyone with the link can do that, so send it to the customer only. It works for 30 days; create a new one at any time.',
    params: z.object({ id: text({ max: 32, what: 'the id of an order, ours or your own' }, { wrong: 1100 }) }),
    body: z.object({
      lang: optional(oneOf(languages)).meta({ description: 'The language of the page; else that of the browser' }),
    }),
    data: z.strictObject({ url: z.url(), expiresAt: momentShape }),
    run: async ({ caller, params, body }) => {
      const order = await orderOf(parts, caller, params.id)
      if (!isBilledLater(order)) throw refuse('self_service_not_available', { type: order.type })
      const now = parts.clock.now()
      const { url, expiresAt } = selfServiceUrl(parts, { orderId: order.id, now, language: body.lang })
      return { data: { url, expiresAt: momentText(expiresAt) } }
    },
  })
