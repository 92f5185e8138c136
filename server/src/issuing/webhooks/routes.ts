import { z } from 'zod'
import { type IssuingRoute, issuingRoute } from '#issuing/api'
import { openSafeCursor, type SafeCursor } from '#kernel/db/safe-cursor.ts'
import { moment, optional, text, trueOrFalse, wholeNumber } from '#kernel/http/field.ts'
import type { WebhooksContext } from './context.ts'
import type { EventId } from './ids.ts'
import { followEvents } from './read-events.ts'
import { replayEvent, replayEvents } from './replay-event.ts'
import { envelopeOf, envelopeShape, readId, recordOf, recordShape } from './shapes.ts'

const group = 'Events'

const readAfter = (unchecked: string | undefined): EventId | 'newest' | undefined =>
  unchecked === undefined || unchecked === 'newest' ? unchecked : readId(unchecked)

/** What the key of a replay is about, when it is not about events since a moment. */
const everything = 'all events'

/** What partners read of their events beside the webhooks; not documented by the interface (product decision). */
export const eventRoutes = (ctx: WebhooksContext): IssuingRoute[] => [
  ...readingRoutes({ ...ctx, eventCursor: openSafeCursor(ctx.db, 'webhooks.events') }),
  ...replayingRoutes(ctx),
]

const asPartner = { group, caller: 'partner' as const }

const readingRoutes = (ctx: WebhooksContext & { eventCursor: SafeCursor }): IssuingRoute[] => [
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

const replayingRoutes = (ctx: WebhooksContext): IssuingRoute[] => [
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
      delivered: optional(trueOrFalse()).meta({ description: 'Also those that were delivered.', default: false }),
    }),
    reply: z.strictObject({ replayed: z.int() }),
    run: async ({ caller: { partnerId }, body: { since: from, delivered }, once }) => {
      const since = from?.in('UTC', 'from')
      const alongside = (first: number) => once(since?.toString() ?? everything, String(first))
      return { replayed: await replayEvents(ctx, { partnerId, since, delivered: delivered ?? false, alongside }) }
    },
    // Those that were delivered before are not told from those that have been delivered again, so they are left alone.
    recover: async ({ partnerId }, subjectId, first) => {
      const since = subjectId === everything ? undefined : Temporal.Instant.from(subjectId)
      return { replayed: Number(first ?? 0) + (await replayEvents(ctx, { partnerId, since })) }
    },
  }),
]
