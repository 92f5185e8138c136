import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { OrderId, PaymentId, ShopperId } from '#acquiring/ids'
import { authorOf, reasonField, type StaffRoute, siteIdField, siteInScope, staffRoute } from '#core/access'
import { auditEntry, type Directory, type Site, siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { oneOf } from '#kernel/http/field.ts'
import type { Outbound } from '#kernel/http/outbound.ts'
import type { RateLimiter } from '#kernel/http/rate-limit.ts'
import type { NotificationsContext } from './context.ts'
import { resultOf } from './notification-delivery.ts'
import { notificationRequest } from './notification-request.ts'
import { payloadText, type TransactionStatus } from './payload.ts'
import { refuse } from './refusals.ts'

type Context = Pick<NotificationsContext, 'db' | 'react' | 'clock'> & {
  directory: Directory
  outbound: Outbound
  limiter: RateLimiter
}

/** Somebody waits for the reply, and sees that a slow server is slow. */
const testTimeoutMs = 10_000
const replyLengthMax = 2_048

/** Those that stores are notified of. */
const statuses = ['complete-ok', 'complete-failed', 'refund-ok', 'void-ok', 'charge-back'] as const

const sentShape = z.strictObject({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().meta({ description: 'As it was sent: encrypted with the key of the site.' }),
  payload: z.string().meta({ description: 'Before it was encrypted.' }),
  accepted: z.boolean().meta({ description: 'Whether a delivery would count as made: 200 and OK.' }),
  outcome: z.string(),
  httpStatus: z.int().optional(),
  response: z.string().meta({ description: 'Its beginning, or why there was none.' }),
  tookMs: z.int(),
})

/** A try of the address of a site. It is about an order that does not exist, and is in the audit before it is sent. */
export const notificationTestRoutes = (ctx: Context): StaffRoute[] => [
  staffRoute({
    group: 'Notifications',
    caller: 'staff',
    method: 'POST',
    path: '/notifications/test',
    operationId: 'testNotification',
    summary: 'Send a sample notification to the address of a site, and see the reply',
    about: 'Its order and its payment do not exist: their numbers are 0. Nothing is stored, and nothing is sent again.',
    permission: 'notifications:test',
    body: z.object({ siteId: siteIdField, transactionStatus: oneOf(statuses), ...reasonField }),
    reply: sentShape,
    run: async (call) => {
      const site = await siteInScope(ctx.directory, call.caller, call.body.siteId)
      const { id: siteId, notificationUrl: url } = site
      if (url === undefined) throw refuse('notification_url_missing')
      const key = await ctx.directory.sealingKey(siteId, async () => undefined)
      if (!key) throw refuse('site_key_missing')
      const taken = await ctx.limiter.take('staff_samples', `site ${siteId}`)
      if (!taken.allowed) throw refuse('too_many_tests', { retryAfterSeconds: taken.retryAfterSeconds })
      const now = ctx.clock.now()
      const { transactionStatus } = call.body
      const entry = auditEntry(now, authorOf(call), {
        action: 'notificationTested',
        owner: siteOwner(siteId),
        subject: { type: 'site', id: String(siteId) },
        after: { url, transactionStatus },
      })
      await commit(ctx, now, [entry], 'test-routes')
      const payload = samplePayload(site, transactionStatus, now)
      const { headers, body } = notificationRequest(key, payload)
      const response = resultOf(await ctx.outbound.post(url, { headers, body, timeoutMs: testTimeoutMs }))
      return {
        url,
        headers: { ...headers },
        body,
        payload,
        accepted: response.outcome === 'delivered',
        outcome: response.reason,
        ...(response.httpStatus !== null && { httpStatus: response.httpStatus }),
        response: (response.response ?? '').slice(0, replyLengthMax),
        tookMs: response.tookMs,
      }
    },
  }),
]

/** Of nobody: no order, payment or customer has the number 0, and no store has made this order. */
const samplePayload = ({ currencies }: Site, transactionStatus: TransactionStatus, occurredAt: Instant): string =>
  payloadText({
    transactionStatus,
    orderId: 0n as OrderId,
    externalOrderId: `florin-test-${randomBytes(4).toString('hex')}`,
    transactionId: 0n as PaymentId,
    transactionMethod: 'card',
    transactionType: transactionStatus === 'refund-ok' ? 'refund' : 'deposit',
    customerId: 0n as ShopperId,
    identifier: 'florin-test',
    amount: money(100n, currencies[0] ?? 'EUR'),
    customData: undefined,
    cardId: undefined,
    ...(transactionStatus === 'complete-failed' && { errors: [{ code: 1, message: 'A test', type: 'Exception' }] }),
    occurredAt,
  })
