import { z } from 'zod'
import { disputeEventKinds } from '#connectors/acquirer/port.ts'
import { authorOf, reasonField, type StaffRoute, staffList, staffRoute } from '#core/access'
import { formatMoney } from '#kernel/base/money.ts'
import { id } from '#kernel/http/field.ts'
import { momentShape, momentText, pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import { type DisputeParts, disputeRoutes } from './dispute-routes.ts'
import { acknowledgeDisputeEvent, retryDisputeEvent } from './resolve-dispute-event-manually.ts'
import { disputeEventsForReview, findDisputeEvent, type StoredDisputeEvent } from './store.ts'

const eventShape = z.strictObject({
  id: z.string(),
  connector: z.string(),
  dispute: z.string(),
  kind: z.enum(disputeEventKinds),
  amount: z.string(),
  currency: z.string(),
  reason: z.string(),
  paymentId: z.string().optional().meta({ description: 'Absent while it is not known whose dispute it is.' }),
  booked: z.boolean(),
  trouble: z.string().optional().meta({ description: 'Why a person must review it.' }),
  at: momentShape,
})

const eventRecord = (event: StoredDisputeEvent): z.output<typeof eventShape> => ({
  id: String(event.id),
  connector: event.connector,
  dispute: event.dispute,
  kind: event.kind,
  amount: formatMoney(event.amount),
  currency: event.amount.currency,
  reason: event.reason,
  ...(event.paymentId !== undefined && { paymentId: String(event.paymentId) }),
  booked: event.doneAt !== undefined,
  ...(event.trouble !== undefined && { trouble: event.trouble }),
  at: momentText(event.at),
})

const about = { group: 'Disputes of payments', caller: 'operator' } as const
const changing = {
  ...about,
  method: 'POST',
  permission: 'disputes:resolve',
  params: z.object({ eventId: id<bigint>('the id of a dispute event') }),
  body: z.object(reasonField),
  reply: eventShape,
} as const

/** What `florin dispute` does: events from acquirers that an operator must review, and disputes as merchants answer them. */
export const disputeStaffRoutes = (ctx: DisputeParts): StaffRoute[] => [
  ...disputeRoutes(ctx),
  staffList({
    ...about,
    method: 'GET',
    path: '/dispute-events',
    operationId: 'listDisputeEvents',
    summary: 'Dispute events that need a review, oldest first',
    about: 'The first 200. All disputes of a payment are in `GET /payments/{id}`.',
    permission: 'disputes:read',
    query: z.object(pageQuery),
    reply: eventShape,
    run: async ({ query }) => pageOf((await disputeEventsForReview(ctx.db)).map(eventRecord), query),
  }),
  staffRoute({
    ...changing,
    path: '/dispute-events/:eventId/retry',
    operationId: 'retryDisputeEvent',
    summary: 'Try again to book an event, for example because its payment is known now',
    run: async (call) => eventRecord(await retryDisputeEvent(ctx, { by: authorOf(call), id: call.params.eventId })),
  }),
  staffRoute({
    ...changing,
    path: '/dispute-events/:eventId/acknowledge',
    operationId: 'acknowledgeDisputeEvent',
    summary: 'Mark an event as reviewed: it is no longer listed',
    run: async (call) => {
      await acknowledgeDisputeEvent(ctx, { by: authorOf(call), id: call.params.eventId })
      return eventRecord((await findDisputeEvent(ctx.db, call.params.eventId))!)
    },
  }),
]
