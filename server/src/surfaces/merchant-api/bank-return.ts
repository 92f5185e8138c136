import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { pageReply } from '#acquiring/checkout'
import { payloadText, resultForm } from '#acquiring/notifications'
import { findOrderByExternalId, getOrder, noticeOf, type Order } from '#acquiring/orders'
import {
  attemptToken,
  completeChallenge,
  endOfWayBack,
  getPayment,
  ownAttempts,
  type Payment,
  pauseOf,
  paymentsOf,
  publicStatusSince,
  type ReturnUrl,
  readAttemptToken,
} from '#acquiring/payments'
import { findShopper } from '#acquiring/shoppers'
import type { SiteId } from '#core/directory'
import { languageOf, layoutOf, readBankResponse } from '#core/pages'
import type { Instant } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Call } from '#kernel/http/route.ts'
import type { App } from '../../app/compose.ts'
import { callOf, send } from '../mount.ts'
import { countCall } from '../rate-limits.ts'

/**
 * Where a bank sends a shopper's browser back to after an order of the REST interface was answered with a redirect
 * (wire fact 3.1): it names the attempt. One sent again may name another way back to the store than the order was opened
 * with, so that is sealed beside it.
 */
export function bankReturnUrl(
  { keys, publicUrl }: { keys: KeyRing; publicUrl: string },
  attempt: Parameters<ReturnUrl>[0],
  backUrl: string | undefined,
): string {
  const token = attemptToken(keys, attempt)
  const sealed = backUrl && keys.seal(purpose, backUrl, `${context} of ${token}`)
  return `${publicUrl}/bank-return?order=${token}${sealed ? `~${Buffer.from(sealed).toString('base64url')}` : ''}`
}

/**
 * The keys that seal what belongs to a site; the context keeps these addresses apart from everything else under them.
 */
const purpose = 'directory'
const context = 'bank return'

type Named = { payment: Payment; backUrl: string | undefined; endsAt: Instant }

/** The attempt that an address names, with the way back to the store. Undefined for an address that is not ours. */
async function attemptNamed({ keys, db }: App, order: string): Promise<Named | undefined> {
  const [token, sealed] = order.split('~') as [string, string?]
  const named = readAttemptToken(keys, token)
  if (!named) return attemptOfOlder({ keys, db }, order)
  const payment = await getPayment(db, named.subject)
  const backUrl = sealed === undefined ? undefined : opened(keys, sealed, `${context} of ${token}`)
  return { payment, backUrl, endsAt: named.endsAt }
}

function opened(keys: KeyRing, sealed: string, of: string): string | undefined {
  try {
    return keys.open(purpose, Buffer.from(sealed, 'base64url'), of).toString()
  } catch {
    return undefined
  }
}

/** An address that was sent before it named the attempt names the order: it is about the shopper's last attempt at that. */
async function attemptOfOlder({ keys, db }: Pick<App, 'keys' | 'db'>, token: string): Promise<Named | undefined> {
  const text = opened(keys, token, context)
  if (text === undefined) return undefined
  const { siteId, externalId, backUrl } = JSON.parse(text) as { siteId: SiteId; externalId: string; backUrl?: string }
  const order = await findOrderByExternalId(db, siteId, externalId)
  const payments = order ? await paymentsOf(db, order.id) : []
  const payment = payments.find(({ status }) => status === 'challenging') ?? ownAttempts(payments).at(-1)
  return payment && { payment, backUrl, endsAt: endOfWayBack(payment) }
}

/** The bank's response is passed on to the acquirer unread, and the browser continues to the store with the result. */
export const bankReturn =
  (app: App): FastifyPluginAsync =>
  async (http: FastifyInstance) => {
    if (!http.hasContentTypeParser('application/x-www-form-urlencoded')) await http.register(formbody)
    const handler = (request: FastifyRequest, reply: FastifyReply) => comeBack(app, request, reply)
    const config = { access: { caller: 'session' } as const }
    http.route({ method: ['GET', 'POST'], url: '/bank-return', config, handler })
  }

async function comeBack(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const call = callOf(request)
  const token = String(call.query.order)
  await countCall(app.limiter, 'bank_returns', { ip: call.ip, params: { token } })
  const named = await attemptNamed(app, token)
  const layout = layoutOf({ language: languageOf(call), testMode: app.testMode })
  if (!named) return send(reply, pageReply({ kind: 'notFound' }, layout, 404))
  const isOver = Temporal.Instant.compare(app.clock.now(), named.endsAt) > 0
  const response = readBankResponse(call, ['order'])
  const answers = named.payment.status === 'challenging' && !isOver && Object.keys(response).length > 0
  const { siteId, id: paymentId } = named.payment
  const payment = answers
    ? await completeChallenge(app, { siteId, paymentId, response }).catch(ifPaused)
    : named.payment
  if ('seconds' in payment) {
    const again = `/bank-return?order=${encodeURIComponent(token)}`
    return send(
      reply.header('retry-after', String(payment.seconds)),
      pageReply({ kind: 'paused', again, fields: response }, layout, 503),
    )
  }
  const order = await getOrder(app.db, payment.orderId)
  return send(reply, await showOutcome(app, call, { order, payment, backUrl: named.backUrl, isOver }))
}

function ifPaused(error: unknown): { seconds: number } {
  const pause = pauseOf(error)
  if (!pause) throw error
  return pause
}

type Outcome = { order: Order; payment: Payment; backUrl: string | undefined; isOver: boolean }

async function showOutcome(app: App, call: Call, { order, payment, backUrl, isOver }: Outcome) {
  const layout = layoutOf({ language: languageOf(call), testMode: app.testMode })
  const { amount } = payment
  const orderReference = order.externalId
  if (payment.status === 'challenging') return pageReply({ kind: 'challenge', ...payment.challenge! }, layout, 200)
  if (['authorizing', 'uncertain', 'reversing'].includes(payment.status))
    return pageReply({ kind: 'processing', refreshSeconds: 3, amount, orderReference }, layout, 200)
  const site = (await app.directory.site(order.siteId))!
  const url = backUrl ?? order.backUrl ?? site.backUrl
  if (!url || isOver) return pageReply(endPage(payment, orderReference), layout, 200)
  const [key, since, shopper] = await Promise.all([
    app.directory.sealingKey(site.id),
    publicStatusSince(app.db, payment),
    findShopper(app.db, order.shopperId),
  ])
  const fields = resultForm(key!, payloadText(noticeOf(order, payment, shopper!, since)))
  return pageReply({ kind: 'return', url, fields }, layout, 200)
}

/** For a store without a back address, and when the way back has ended. */
const endPage = (payment: Payment, orderReference: string) =>
  payment.status === 'failed'
    ? {
        kind: 'declined' as const,
        reason: payment.declineReason ?? ('provider_error' as const),
        orderReference,
        back: undefined,
      }
    : { kind: 'already-paid' as const, orderReference, back: undefined }
