import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { pageReply } from '#acquiring/checkout'
import { payloadText, resultForm } from '#acquiring/notifications'
import { findOrderByExternalId, noticeOf, type Order } from '#acquiring/orders'
import { completeChallenge, type Payment, pauseOf, paymentsOf, publicStatusSince } from '#acquiring/payments'
import { findShopper } from '#acquiring/shoppers'
import type { SiteId } from '#core/directory'
import { languageOf, layoutOf, readBankResponse } from '#core/pages'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Call } from '#kernel/http/route.ts'
import type { App } from '../../app/compose.ts'
import { callOf, send } from '../mount.ts'
import { countCall } from '../rate-limits.ts'

/** An attempt sent again may name another way back than the order was opened with. */
type OrderName = { siteId: SiteId; externalId: string; backUrl?: string | undefined }

/**
 * Where a bank sends a shopper's browser back to after an order of the REST interface was answered with a redirect
 * (wire fact 3.1). The order is named by a sealed address, because it has no id yet when the bank receives the address.
 */
export const bankReturnUrl = ({ keys, publicUrl }: { keys: KeyRing; publicUrl: string }, order: OrderName): string =>
  `${publicUrl}/bank-return?order=${Buffer.from(keys.seal(purpose, JSON.stringify(order), context)).toString('base64url')}`

/**
 * The keys that seal what belongs to a site; the context keeps these addresses apart from everything else under them.
 */
const purpose = 'directory'
const context = 'bank return'

function orderNamed(keys: KeyRing, token: string): OrderName | undefined {
  try {
    return JSON.parse(keys.open(purpose, Buffer.from(token, 'base64url'), context).toString()) as OrderName
  } catch {
    return undefined
  }
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
  const named = orderNamed(app.keys, token)
  const order = named && (await findOrderByExternalId(app.db, named.siteId, named.externalId))
  const tried = order && (await tryOf(app, order))
  if (!order || !tried)
    return send(
      reply,
      pageReply({ kind: 'notFound' }, layoutOf({ language: languageOf(call), testMode: app.testMode }), 404),
    )
  const response = readBankResponse(call, 'order')
  const answers = tried.status === 'challenging' && Object.keys(response).length > 0
  const payment = answers
    ? await completeChallenge(app, { siteId: order.siteId, paymentId: tried.id, response }).catch(ifPaused)
    : tried
  if ('seconds' in payment) {
    const again = `/bank-return?order=${encodeURIComponent(token)}`
    const layout = layoutOf({ language: languageOf(call), testMode: app.testMode })
    return send(
      reply.header('retry-after', String(payment.seconds)),
      pageReply({ kind: 'paused', again, fields: response }, layout, 503),
    )
  }
  return send(reply, await showOutcome(app, call, { order, payment, backUrl: named.backUrl }))
}

function ifPaused(error: unknown): { seconds: number } {
  const pause = pauseOf(error)
  if (!pause) throw error
  return pause
}

const tryOf = async ({ db }: App, { id }: Order): Promise<Payment | undefined> => (await paymentsOf(db, id)).at(-1)

type Outcome = { order: Order; payment: Payment; backUrl: string | undefined }

async function showOutcome(app: App, call: Call, { order, payment, backUrl }: Outcome) {
  const layout = layoutOf({ language: languageOf(call), testMode: app.testMode })
  const { amount } = payment
  const orderReference = order.externalId
  if (payment.status === 'challenging') return pageReply({ kind: 'challenge', ...payment.challenge! }, layout, 200)
  if (['authorizing', 'uncertain', 'reversing'].includes(payment.status))
    return pageReply({ kind: 'processing', refreshSeconds: 3, amount, orderReference }, layout, 200)
  const site = (await app.directory.site(order.siteId))!
  const url = backUrl ?? order.backUrl ?? site.backUrl
  if (!url) return pageReply(endPage(payment, orderReference), layout, 200)
  const [key, since, shopper] = await Promise.all([
    app.directory.sealingKey(site.id),
    publicStatusSince(app.db, payment),
    findShopper(app.db, order.shopperId),
  ])
  const fields = resultForm(key!, payloadText(noticeOf(order, payment, shopper!, since)))
  return pageReply({ kind: 'return', url, fields }, layout, 200)
}

/** For a store without a back address. */
const endPage = (payment: Payment, orderReference: string) =>
  payment.status === 'failed'
    ? {
        kind: 'declined' as const,
        reason: payment.declineReason ?? ('provider_error' as const),
        orderReference,
        back: undefined,
      }
    : { kind: 'already-paid' as const, orderReference, back: undefined }
