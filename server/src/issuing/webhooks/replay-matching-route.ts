import { sql } from 'kysely'
import { z } from 'zod'
import { asOfIn, authorOf, madeQuery, periodOf, reasonField, type StaffRoute, staffRoute } from '#core/access'
import { partnerInScope } from '#core/partners'
import { within } from '#kernel/db/list.ts'
import { moment, optional } from '#kernel/http/field.ts'
import { inclusive } from '#kernel/http/filter.ts'
import type { WebhooksContext } from './context.ts'
import { eventFilters, eventsSelected } from './events-selected.ts'
import { replayMatching } from './replay-matching.ts'

const filters = { ...madeQuery, ...eventFilters }

/** Sends again whatever a list of the events of a partner shows with the same filters. */
export const replayMatchingRoute = (ctx: WebhooksContext): StaffRoute =>
  staffRoute({
    group: 'Webhooks',
    caller: 'staff',
    method: 'POST',
    path: '/partners/:partnerId/events/replay-matching',
    operationId: 'replayMatchingPartnerEvents',
    summary: 'Send all events again that match the filters of the list',
    about:
      'At most 10,000, made until `asOf`. They are put into the queue of deliveries, which sends them. What waits, and what was delivered after `asOf`, is left alone, so a call that is repeated with the same `asOf` sends nothing twice.',
    permission: 'webhooks:replay',
    params: z.object({ partnerId: z.string() }),
    body: z.object({
      ...filters,
      asOf: optional(moment()).meta({
        description:
          'A moment that has passed: what was made later is left alone. Now, if left out: then a repeated call sends again what was delivered.',
      }),
      ...reasonField,
    }),
    reply: z.strictObject({ replayed: z.int() }),
    run: async ({ caller, params, ip, body }) => {
      const now = ctx.clock.now()
      const partnerId = partnerInScope(caller, params.partnerId)
      const { period } = periodOf(body, { zone: 'UTC', now })
      const replayed = await replayMatching(ctx, {
        by: authorOf({ caller, ip, body }),
        partnerId,
        conditions: [
          ...eventsSelected(body).conditions,
          ...(period ? within(sql.ref('entry.created_at'), inclusive(period)) : []),
        ],
        filters: Object.keys(filters).filter((name) => body[name as keyof typeof filters] !== undefined),
        asOf: asOfIn(body.asOf, { field: 'asOf', zone: 'UTC', now, today: 'refused' }),
      })
      return { replayed }
    },
  })
