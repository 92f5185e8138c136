import { randomUUID } from 'node:crypto'
import { insert } from '#kernel/db/commit/commit.ts'
import { type DeliveryResult, deliveryWork } from '#kernel/work/delivery.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import type { WebhookDeliveryContext } from './context.ts'
import type { AttemptOutcome } from './event.ts'
import type { EventNumber } from './ids.ts'
import { postSigned, type SignedPostResponse } from './post-signed.ts'
import { addressOf, queueOf, schedules } from './schedule.ts'
import { claimedColumns, type EventToSend, findEvent } from './store.ts'

/** Requests to the server of one partner at once, by one process. */
const perPartnerMax = 32
/** Claimed at once, and under way at once, in one process: as many as sixteen partners whose servers hang can fill. */
const [batch, atOnce] = [256, 4_096]
/** What a worker may need besides waiting for the receiver: reading, signing, recording. */
const leaseMarginMs = 30_000

type Result = DeliveryResult & {
  reason: AttemptOutcome
  deliveryId: string
  url: string | null
  httpStatus: number | null
  tookMs: number
}

/** Delivers events that are due, to the address that their partner has now. A receiver has one when it answers 2xx. */
export const webhookDelivery = (ctx: WebhookDeliveryContext): DueWork =>
  deliveryWork<'webhooks.events', EventToSend, Result>(ctx, {
    ...queueOf('documented'),
    scheduleOf: ({ retries }) => schedules[retries],
    name: 'deliver webhooks',
    // A claimed event may wait for the requests before it, which may all hang.
    leaseMs: 2 * ctx.webhookTimeoutMs + leaseMarginMs,
    fair: {
      perOwnerMax: perPartnerMax,
      ownerOf: ({ partnerId }) => partnerId,
      attemptMs: ctx.webhookTimeoutMs,
      columns: claimedColumns,
    },
    batch,
    atOnce,
    find: (id) => findEvent(ctx.db, id as EventNumber),
    send: (event) => send(ctx, event),
    record: ({ id }, { number, at, reason, deliveryId, url, httpStatus, response, tookMs }) => ({
      writes: [
        insert('webhooks.attempts', {
          event: id,
          attempt: number,
          delivery_id: deliveryId,
          url,
          outcome: reason,
          http_status: httpStatus,
          reply: response,
          took_ms: tookMs,
          attempted_at: at,
        }),
      ],
    }),
  })

async function send(ctx: WebhookDeliveryContext, { partnerId, body }: EventToSend): Promise<Result> {
  const deliveryId = randomUUID()
  const partner = await ctx.partners.partner(partnerId)
  const url = partner && addressOf(partner)
  if (url !== undefined) {
    const { response } = await postSigned(ctx, { deliveryId, partnerId, url, body, timeoutMs: ctx.webhookTimeoutMs })
    return { deliveryId, url, ...resultOf(response) }
  }
  const why = 'the partner has no webhook address, or is not active'
  return { outcome: 'failed', reason: 'no_address', deliveryId, url: null, httpStatus: null, response: why, tookMs: 0 }
}

/** Any 2xx accepts the event (card-issuing, delivery rule 3). */
function resultOf(result: SignedPostResponse): Omit<Result, 'deliveryId' | 'url'> {
  const { tookMs } = result
  if (result.outcome !== 'answered')
    return { outcome: 'failed', reason: result.outcome, httpStatus: null, response: result.why, tookMs }
  const { status: httpStatus, text: response } = result
  return httpStatus >= 200 && httpStatus < 300
    ? { outcome: 'delivered', reason: 'delivered', httpStatus, response, tookMs }
    : { outcome: 'failed', reason: 'refused', httpStatus, response, tookMs }
}
