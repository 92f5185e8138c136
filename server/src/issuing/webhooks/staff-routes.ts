import { z } from 'zod'
import { authorOf, reasonField, type StaffRoute, staffRoute } from '#core/access'
import { partnerInScope } from '#core/partners'
import { momentShape, momentText } from '#issuing/api'
import { id, moment, oneOf, optional, trueOrFalse, wholeNumber } from '#kernel/http/field.ts'
import type { WebhooksContext } from './context.ts'
import { eventStatuses, type WebhookEvent } from './event.ts'
import type { EventId, EventNumber } from './ids.ts'
import { parkEvent } from './park-event.ts'
import { listEvents } from './read-events.ts'
import { replayEvent, replayEvents } from './replay-event.ts'
import { readId, recordOf, recordShape } from './shapes.ts'

const summaryShape = z.strictObject({
  number: z.string().meta({ description: 'To be sent as `before`, for the next page.' }),
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
  number: String(event.id),
  eventId: event.eventId,
  eventType: event.eventType,
  customerId: event.holderId,
  status: event.status,
  attempts: event.attempts,
  createdAt: momentText(event.createdAt),
  ...(event.deliveredAt && { deliveredAt: momentText(event.deliveredAt) }),
  ...(event.dueAt && { nextAttemptAt: momentText(event.dueAt) }),
})

const about = { group: 'Webhooks', caller: 'staff' as const }
const ofPartner = z.object({ partnerId: z.string() })
const ofEvent = ofPartner.extend({ eventId: z.string() })

/** What `florin webhooks` does, for programs. */
export const eventStaffRoutes = (ctx: WebhooksContext): StaffRoute[] => [
  listRoute(ctx),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/partners/:partnerId/events/:eventId',
    operationId: 'getPartnerEvent',
    summary: 'One event with its body and every delivery of it',
    permission: 'webhooks:read',
    params: ofEvent,
    reply: recordShape,
    run: async ({ caller, params }) =>
      recordOf(ctx, { partnerId: partnerInScope(caller, params.partnerId), eventId: readId(params.eventId) }),
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
]

/** Not a page with a total: a partner may have millions of events, and counting them all would take seconds. */
const listRoute = (ctx: WebhooksContext) =>
  staffRoute({
    ...about,
    method: 'GET',
    path: '/partners/:partnerId/events',
    operationId: 'listPartnerEvents',
    summary: 'Events of a partner, newest first; `parked` are those that every attempt has failed for',
    permission: 'webhooks:read',
    params: ofPartner,
    query: z.object({
      status: optional(oneOf(eventStatuses)),
      before: optional(id<EventNumber>('the number of an event')),
      size: optional(wholeNumber({ min: 1, max: 100 })).meta({ description: 'Events of a reply.', default: 20 }),
    }),
    reply: z.strictObject({ data: z.array(summaryShape), hasMore: z.boolean() }),
    run: async ({ caller, params, query: { status, before, size = 20 } }) => {
      const partnerId = partnerInScope(caller, params.partnerId)
      const found = await listEvents(ctx, { partnerId, status, before, limit: size + 1 })
      return { data: found.slice(0, size).map(summaryOf), hasMore: found.length > size }
    },
  })

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
    reply: recordShape,
    run: async ({ caller, params, ip, body, once }) => {
      const event = { partnerId: partnerInScope(caller, params.partnerId), eventId: readId(params.eventId) }
      const subject = `${event.partnerId} ${event.eventId}`
      await carryOut(ctx, { ...event, by: authorOf({ caller, ip, body }), once: () => once(subject) })
      return recordOf(ctx, event)
    },
    recover: async (caller, subject) => {
      const [partnerId = '', eventId] = subject.split(' ')
      return recordOf(ctx, { partnerId: partnerInScope(caller, partnerId), eventId: eventId as EventId })
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
      const alongside = once([partnerId, since?.toString() ?? ''].join(' '))
      const delivered = body.delivered ?? false
      return { replayed: await replayEvents(ctx, { by, partnerId, since, delivered, alongside }) }
    },
    // Those that were delivered before are not told from those that have been delivered again, so they are left alone.
    recover: async (caller, subject) => {
      const [partnerId = '', since] = subject.split(' ')
      const from = since ? Temporal.Instant.from(since) : undefined
      return { replayed: await replayEvents(ctx, { partnerId: partnerInScope(caller, partnerId), since: from }) }
    },
  })
