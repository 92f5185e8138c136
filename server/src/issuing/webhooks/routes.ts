import { z } from 'zod'
import type { PartnerId } from '#core/partners'
import { type IssuingRoute, issuingRoute, momentShape, momentText } from '#issuing/api'
import { parseJsonExactly } from '#kernel/base/json.ts'
import type { SafeCursor } from '#kernel/db/safe-cursor.ts'
import { moment, optional, text, wholeNumber, yesNo } from '#kernel/http/field.ts'
import type { WebhooksContext } from './context.ts'
import { attemptOutcomes, eventStatuses } from './event.ts'
import { type EventId, readEventId } from './ids.ts'
import { followEvents, showEvent } from './read-events.ts'
import { refuse } from './refusals.ts'
import { replayEvent, replayEvents } from './replay-event.ts'

const group = 'Events'

const envelopeShape = z.looseObject({
  eventType: z.string(),
  eventId: z.string(),
  customerId: z.string(),
  data: z.looseObject({}),
})
const recordShape = z.strictObject({
  event: envelopeShape.meta({ description: 'The body of every delivery.' }),
  status: z.enum(eventStatuses),
  createdAt: momentShape,
  deliveredAt: momentShape.optional(),
  nextAttemptAt: momentShape.optional(),
  attempts: z.array(
    z.strictObject({
      deliveryId: z.string().meta({ description: 'X-Money-Delivery-Id' }),
      url: z.string().optional(),
      outcome: z.enum(attemptOutcomes),
      httpStatus: z.int().optional(),
      response: z.string().optional().meta({ description: 'Its beginning, or why there was none.' }),
      tookMs: z.int(),
      attemptedAt: momentShape,
    }),
  ),
})

async function recordOf(ctx: WebhooksContext, requested: { partnerId: PartnerId; eventId: EventId }) {
  const { body, status, createdAt, deliveredAt, dueAt, deliveries } = await showEvent(ctx, requested)
  return {
    event: envelopeOf(body),
    status,
    createdAt: momentText(createdAt),
    ...(deliveredAt && { deliveredAt: momentText(deliveredAt) }),
    ...(dueAt && { nextAttemptAt: momentText(dueAt) }),
    attempts: deliveries.map(({ attempt: _, url, httpStatus, reply, attemptedAt, ...attempt }) => ({
      ...attempt,
      ...(url !== null && { url }),
      ...(httpStatus !== null && { httpStatus }),
      ...(reply !== null && { response: reply }),
      attemptedAt: momentText(attemptedAt),
    })),
  }
}

/** Numbers keep their digits. */
const envelopeOf = (body: string) => parseJsonExactly(body) as z.output<typeof envelopeShape>

const readAfter = (unchecked: string | undefined): EventId | 'newest' | undefined =>
  unchecked === undefined || unchecked === 'newest' ? unchecked : readId(unchecked)

function readId(unchecked: string): EventId {
  const eventId = readEventId(unchecked)
  if (!eventId) throw refuse('event_not_found', { eventId: unchecked.slice(0, 50) })
  return eventId
}

/** What the key of a replay is about, when it is not about events since a moment. */
const everything = 'all events'

type RoutesContext = WebhooksContext & { eventCursor: SafeCursor<PartnerId> }

/** What partners read of their events beside the webhooks; not documented by the interface (product decision). */
export const eventRoutes = (ctx: RoutesContext): IssuingRoute[] => [...readingRoutes(ctx), ...replayingRoutes(ctx)]

const asPartner = { group, caller: 'partner' as const }

const readingRoutes = (ctx: RoutesContext): IssuingRoute[] => [
  issuingRoute({
    ...asPartner,
    method: 'GET',
    path: '/events',
    operationId: 'listEvents',
    summary: 'Follow all events, oldest first',
    about:
      'The same events as the webhooks, also those that no webhook could deliver. To go on, send `last` as `after`; to begin with what is made from now on, send `newest`.',
    permission: 'webhooks:read',
    query: z.object({
      after: optional(text({ max: 50, what: 'the eventId of the last event that was read, or newest' })),
      size: optional(wholeNumber({ min: 1, max: 100 })).meta({ description: 'Events of a reply.', default: 20 }),
    }),
    reply: z.strictObject({ data: z.array(envelopeShape), hasMore: z.boolean(), last: z.string().optional() }),
    run: async ({ caller: { partnerId }, query: { after, size = 20 } }) => {
      const requested = { partnerId, after: readAfter(after), limit: size }
      const { bodies, hasMore, last } = await followEvents(ctx, requested)
      return { data: bodies.map(envelopeOf), hasMore, ...(last && { last }) }
    },
  }),
  issuingRoute({
    ...asPartner,
    method: 'GET',
    path: '/events/:eventId',
    operationId: 'getEvent',
    summary: 'One event with every delivery of it',
    permission: 'webhooks:read',
    params: z.object({ eventId: z.string() }),
    reply: recordShape,
    run: async ({ caller: { partnerId }, params }) => recordOf(ctx, { partnerId, eventId: readId(params.eventId) }),
  }),
]

const replayingRoutes = (ctx: RoutesContext): IssuingRoute[] => [
  issuingRoute({
    ...asPartner,
    method: 'POST',
    path: '/events/:eventId/replay',
    operationId: 'replayEvent',
    summary: 'Send one event again',
    about: 'The same eventId and the same bytes, from the beginning of the schedule.',
    permission: 'webhooks:replay',
    repeated: 'stored',
    params: z.object({ eventId: z.string() }),
    reply: recordShape,
    run: async ({ caller: { partnerId }, params, once }) => {
      const requested = { partnerId, eventId: readId(params.eventId) }
      await replayEvent(ctx, { ...requested, once })
      return recordOf(ctx, requested)
    },
    recover: ({ partnerId }, eventId) => recordOf(ctx, { partnerId, eventId: eventId as EventId }),
  }),
  issuingRoute({
    ...asPartner,
    method: 'POST',
    path: '/events/replay',
    operationId: 'replayEvents',
    summary: 'Send again what was not delivered',
    about:
      'What is waiting is left alone. A repeated Idempotency-Key sends nothing again; if the first reply was lost, it sends what was not sent yet.',
    permission: 'webhooks:replay',
    repeated: 'stored',
    body: z.object({
      since: optional(moment()).meta({ description: 'Only events made then or later.' }),
      delivered: optional(yesNo()).meta({ description: 'Also those that were delivered.', default: false }),
    }),
    reply: z.strictObject({ replayed: z.int() }),
    run: async ({ caller: { partnerId }, body: { since: from, delivered }, once }) => {
      const since = from?.in('UTC', 'from')
      const alongside = once(since?.toString() ?? everything)
      return { replayed: await replayEvents(ctx, { partnerId, since, delivered: delivered ?? false, alongside }) }
    },
    // Those that were delivered before are not told from those that have been delivered again, so they are left alone.
    recover: async ({ partnerId }, subjectId) => {
      const since = subjectId === everything ? undefined : Temporal.Instant.from(subjectId)
      return { replayed: await replayEvents(ctx, { partnerId, since }) }
    },
  }),
]
