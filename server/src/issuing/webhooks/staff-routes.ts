import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  authorOf,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  staffRoute,
  type TableListParts,
  tableList,
} from '#core/access'
import { ofPartners, partnerInScope } from '#core/partners'
import { momentShape, momentText } from '#issuing/api'
import type { Split } from '#kernel/db/keyset.ts'
import { inOrder } from '#kernel/db/list.ts'
import { moment, optional, trueOrFalse } from '#kernel/http/field.ts'
import type { WebhooksContext } from './context.ts'
import { deliveryRequestRoute } from './delivery-request-route.ts'
import { type EventStatus, eventStatuses, type WebhookEvent } from './event.ts'
import { eventActions, eventGuards } from './event-actions.ts'
import { eventFilters, eventsSelected } from './events-selected.ts'
import type { EventId } from './ids.ts'
import { parkEvent } from './park-event.ts'
import { replayEvent, replayEvents } from './replay-event.ts'
import { replayMatchingRoute } from './replay-matching-route.ts'
import { readId, recordOf, recordShape } from './shapes.ts'
import { eventsById } from './store.ts'

const summaryShape = z.strictObject({
  id: z.string(),
  partnerId: z.string(),
  eventId: z.string(),
  eventType: z.string(),
  customerId: z.string(),
  status: z.enum(eventStatuses),
  attempts: z.int(),
  createdAt: momentShape,
  deliveredAt: momentShape.optional(),
  nextAttemptAt: momentShape.optional(),
})

const summaryOf = (event: WebhookEvent): z.output<typeof summaryShape> => ({
  id: String(event.id),
  partnerId: String(event.partnerId),
  eventId: event.eventId,
  eventType: event.eventType,
  customerId: event.holderId,
  status: event.status,
  attempts: event.attempts,
  createdAt: momentText(event.createdAt),
  ...(event.deliveredAt && { deliveredAt: momentText(event.deliveredAt) }),
  ...(event.dueAt && { nextAttemptAt: momentText(event.dueAt) }),
})

const shownShape = recordShape.extend({ actions: eventActions.shape })

async function shown(ctx: WebhooksContext, caller: StaffCaller, named: Parameters<typeof recordOf>[1]) {
  const record = await recordOf(ctx, named)
  return { ...record, actions: eventActions.record(caller, eventGuards(record)) }
}

const about = { group: 'Webhooks', caller: 'staff' as const }
const ofPartner = z.object({ partnerId: z.string() })
const ofEvent = ofPartner.extend({ eventId: z.string() })

/** What `florin webhooks` does, for programs. */
export const eventStaffRoutes = (ctx: Parameters<typeof deliveryRequestRoute>[0] & TableListParts): StaffRoute[] => [
  ...listRoutes(ctx),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/partners/:partnerId/events/:eventId',
    operationId: 'getPartnerEvent',
    summary: 'One event with its body and every delivery of it',
    permission: 'webhooks:read',
    params: ofEvent,
    reply: shownShape,
    run: async ({ caller, params }) =>
      shown(ctx, caller, { partnerId: partnerInScope(caller, params.partnerId), eventId: readId(params.eventId) }),
  }),
  eventRoute(ctx, {
    name: 'replay',
    operationId: 'replayPartnerEvent',
    summary: 'Send one event again',
    about: 'The same eventId and the same bytes, from the beginning of the schedule.',
    permission: 'webhooks:replay',
    carryOut: replayEvent,
  }),
  eventRoute(ctx, {
    name: 'park',
    operationId: 'parkPartnerEvent',
    summary: 'Stop the deliveries of an event that is waiting',
    about: 'It can be sent again.',
    permission: 'webhooks:park',
    carryOut: parkEvent,
  }),
  replayAllRoute(ctx),
  replayMatchingRoute(ctx),
  deliveryRequestRoute(ctx),
]

const listRoutes = (ctx: WebhooksContext & TableListParts): StaffRoute[] =>
  tableList(ctx, {
    name: 'events',
    operations: { list: 'listPartnerEvents', export: 'exportPartnerEvents' },
    group: about.group,
    permission: 'webhooks:read',
    summary: 'Events of partners, newest first',
    about: 'Those that are `parked` have failed at every attempt; `unsent` ones had no address to go to.',
    table: 'webhooks.events',
    filters: {
      ...ofPartners.filters,
      ...eventFilters,
    },
    shape: summaryShape,
    record: summaryOf,
    whose: ofPartners.whose,
    selected: (query) => {
      const { statuses, conditions } = eventsSelected(query)
      return {
        narrowed: statuses?.every((one) => undeliveredStatuses.includes(one)) ? [amongUndelivered] : [],
        conditions,
      }
    },
    things: async (rows) => {
      const ids = rows.map(({ id }) => id)
      return inOrder(ids, await eventsById(ctx.db, ids))
    },
  })

/** Few of very many: they have an index of their own. */
const undeliveredStatuses: readonly EventStatus[] = ['parked', 'unsent']
const amongUndelivered: Split = {
  values: sql`(values (1)) as undelivered(one)`,
  is: sql<SqlBool>`entry.status in ('parked', 'unsent')`,
  count: 1,
  isCondition: true,
}

type EventRoute = Pick<StaffRoute, 'operationId' | 'summary'> & {
  name: string
  about: string
  permission: `webhooks:${string}`
  carryOut: typeof parkEvent
}

const eventRoute = (ctx: WebhooksContext, { name, carryOut, ...texts }: EventRoute): StaffRoute =>
  staffRoute({
    ...about,
    ...texts,
    method: 'POST',
    path: `/partners/:partnerId/events/:eventId/${name}`,
    repeated: 'stored',
    params: ofEvent,
    body: z.object(reasonField),
    reply: shownShape,
    run: async ({ caller, params, ip, body, once }) => {
      const event = { partnerId: partnerInScope(caller, params.partnerId), eventId: readId(params.eventId) }
      const subject = `${event.partnerId} ${event.eventId}`
      await carryOut(ctx, { ...event, by: authorOf({ caller, ip, body }), once: () => once(subject) })
      return shown(ctx, caller, event)
    },
    recover: async (caller, subject) => {
      const [partnerId = '', eventId] = subject.split(' ')
      return shown(ctx, caller, { partnerId: partnerInScope(caller, partnerId), eventId: eventId as EventId })
    },
  })

const replayAllRoute = (ctx: WebhooksContext) =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/partners/:partnerId/events/replay',
    operationId: 'replayPartnerEvents',
    summary: 'Send again what was parked or never sent',
    about:
      'What is waiting is left alone. A repeated Idempotency-Key sends nothing again; if the first reply was lost, it sends what was not sent yet.',
    permission: 'webhooks:replay',
    repeated: 'stored',
    params: ofPartner,
    body: z.object({
      ...reasonField,
      since: optional(moment()).meta({ description: 'Only events made then or later.' }),
      delivered: optional(trueOrFalse()).meta({ description: 'Also those that were delivered.', default: false }),
    }),
    reply: z.strictObject({ replayed: z.int() }),
    run: async ({ caller, params, ip, body, once }) => {
      const partnerId = partnerInScope(caller, params.partnerId)
      const by = authorOf({ caller, ip, body })
      const since = body.since?.in('UTC', 'from')
      const subject = [partnerId, since?.toString() ?? ''].join(' ')
      const alongside = (first: number) => once(subject, String(first))
      const delivered = body.delivered ?? false
      return { replayed: await replayEvents(ctx, { by, partnerId, since, delivered, alongside }) }
    },
    // Those that were delivered before are not told from those that have been delivered again, so they are left alone.
    recover: async (caller, subject, first) => {
      const [id = '', since] = subject.split(' ')
      const partnerId = partnerInScope(caller, id)
      const from = since ? Temporal.Instant.from(since) : undefined
      return { replayed: Number(first ?? 0) + (await replayEvents(ctx, { partnerId, since: from })) }
    },
  })
