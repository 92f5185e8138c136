import { z } from 'zod'
import type { PartnerId } from '#core/partners'
import { momentShape, momentText } from '#issuing/api'
import { parseJsonExactly } from '#kernel/base/json.ts'
import type { WebhooksContext } from './context.ts'
import { attemptOutcomes, eventStatuses } from './event.ts'
import { type EventId, readEventId } from './ids.ts'
import { showEvent } from './read-events.ts'
import { refuse } from './refusals.ts'

/** What the routes of events read and reply. */

export const envelopeShape = z.looseObject({
  eventType: z.string(),
  eventId: z.string(),
  customerId: z.string(),
  data: z.looseObject({}),
})
export const recordShape = z.strictObject({
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

export async function recordOf(ctx: WebhooksContext, requested: { partnerId: PartnerId; eventId: EventId }) {
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
export const envelopeOf = (body: string) => parseJsonExactly(body) as z.output<typeof envelopeShape>

export function readId(unchecked: string): EventId {
  const eventId = readEventId(unchecked)
  if (!eventId) throw refuse('event_not_found', { eventId: unchecked.slice(0, 50) })
  return eventId
}
