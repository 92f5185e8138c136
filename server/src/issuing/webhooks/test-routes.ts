import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { authorOf, reasonField, type StaffAuthor, type StaffRoute, staffRoute } from '#core/access'
import { auditEntry } from '#core/directory'
import { type PartnerId, type Partners, partnerInScope, partnerOwner } from '#core/partners'
import { commit } from '#kernel/db/commit/commit.ts'
import { oneOf } from '#kernel/http/field.ts'
import type { Outbound } from '#kernel/http/outbound.ts'
import type { RateLimiter } from '#kernel/http/rate-limit.ts'
import type { WebhooksContext } from './context.ts'
import { gradeReceiver } from './grade-receiver.ts'
import { postSigned } from './post-signed.ts'
import { refuse } from './refusals.ts'
import { eventTypes, sampleEvent } from './sample-event.ts'
import { addressOf } from './schedule.ts'

type Context = WebhooksContext & {
  outbound: Outbound
  limiter: RateLimiter
  partners: Pick<Partners, 'partner' | 'signingKey'>
}

/** Somebody waits for the reply, and sees that a slow server is slow. */
const [testTimeoutMs, gradeTimeoutMs] = [10_000, 5_000]
const replyLengthMax = 2_048

const sentShape = z.strictObject({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  accepted: z.boolean().meta({ description: 'Whether a delivery would count as made: 2xx.' }),
  outcome: z.enum(['answered', 'unreachable', 'timeout', 'forbidden', 'no_key']),
  httpStatus: z.int().optional(),
  response: z.string().meta({ description: 'Its beginning, or why there was none.' }),
  tookMs: z.int(),
})

const gradesShape = z.strictObject({
  url: z.string(),
  grades: z.array(
    z.strictObject({
      sent: z.string(),
      answered: z.string(),
      right: z.boolean(),
      advice: z.string().meta({ description: 'What to change, when it was not right.' }),
      tookMs: z.int(),
    }),
  ),
})

const about = { group: 'Webhooks', caller: 'staff', method: 'POST', permission: 'webhooks:test' } as const
const params = z.object({ partnerId: z.string() })

/** Tries of a receiver, which record no event and are about nobody. Each is in the audit before it is sent. */
export const webhookTestRoutes = (ctx: Context): StaffRoute[] => [
  staffRoute({
    ...about,
    path: '/partners/:partnerId/events/test',
    operationId: 'testPartnerWebhook',
    summary: 'Send a sample event to the address of a partner, and see the reply',
    params,
    body: z.object({ eventType: oneOf(eventTypes), ...reasonField }),
    reply: sentShape,
    run: async (call) => {
      const partnerId = partnerInScope(call.caller, call.params.partnerId)
      const { eventId, body } = sampleEvent(call.body.eventType, ctx.clock.now())
      const url = await begin(ctx, { partnerId, by: authorOf(call), action: 'webhookTested', id: eventId })
      const posted = { deliveryId: randomUUID(), partnerId, url, body, timeoutMs: testTimeoutMs }
      const { headers, response } = await postSigned(ctx, posted)
      const { outcome, tookMs } = response
      const isAnswered = outcome === 'answered'
      return {
        url,
        headers: { ...headers },
        body,
        accepted: isAnswered && response.status >= 200 && response.status < 300,
        outcome,
        ...(isAnswered && { httpStatus: response.status }),
        response: (isAnswered ? response.text : response.why).slice(0, replyLengthMax),
        tookMs,
      }
    },
  }),
  staffRoute({
    ...about,
    path: '/partners/:partnerId/events/grade',
    operationId: 'gradePartnerWebhook',
    summary: 'Send good, repeated and forged events to the address of a partner, and say what it does wrong',
    about: 'When the first, plain event is not accepted nothing else is sent.',
    params,
    body: z.object(reasonField),
    reply: gradesShape,
    run: async (call) => {
      const partnerId = partnerInScope(call.caller, call.params.partnerId)
      const key = await ctx.partners.signingKey(partnerId)
      if (!key) throw refuse('signing_key_missing')
      const url = await begin(ctx, { partnerId, by: authorOf(call), action: 'webhookGraded', id: String(partnerId) })
      const grades = await gradeReceiver(ctx.outbound, { url, signingKeys: [key], timeoutMs: gradeTimeoutMs })
      return { url, grades }
    },
  }),
]

type Begun = { partnerId: PartnerId; by: StaffAuthor; action: keyof typeof limitOf; id: string }
const limitOf = { webhookTested: 'staff_samples', webhookGraded: 'staff_gradings' } as const

/** Where it is sent to, when it may be sent. The network is called after this has been committed. */
async function begin(ctx: Context, { partnerId, by, action, id }: Begun): Promise<string> {
  const partner = await ctx.partners.partner(partnerId)
  const url = partner && addressOf(partner)
  if (url === undefined) throw refuse('webhook_url_missing', { partnerId })
  const taken = await ctx.limiter.take(limitOf[action], `partner ${partnerId}`)
  if (!taken.allowed) throw refuse('too_many_tests', { retryAfterSeconds: taken.retryAfterSeconds })
  const now = ctx.clock.now()
  const entry = auditEntry(now, by, { action, owner: partnerOwner(partnerId), subject: { type: 'webhook', id } })
  await commit(ctx, now, [entry], 'test-routes')
  return url
}
