import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { checkoutRoutes, embeddedRoutes, pageReply, scriptRoutes } from '#acquiring/checkout'
import { subscriptionRoutes } from '#acquiring/subscriptions'
import { languageOf, layoutOf, scriptInventory } from '#core/pages'
import { cardPageRoutes } from '#issuing/cards'
import { documentPageRoutes } from '#issuing/documents'
import { challengePageRoutes } from '#issuing/threeds'
import { topupNotificationRoutes } from '#issuing/topups'
import { Refusal } from '#kernel/base/refusal.ts'
import { statusOfRefusal } from '#kernel/http/route.ts'
import type { App } from '../../app/compose.ts'
import { keepForms, noteOfRequest, refusalNoted } from '../kept-requests.ts'
import { bankReturn } from '../merchant-api/bank-return.ts'
import { callOf, mount, send } from '../mount.ts'
import { retryAfterOf } from '../rate-limits.ts'
import { refusalOfBusy } from '../too-busy.ts'
import { expectsJson, unknownAddress } from '../unknown-address.ts'

/**
 * The dialect of the hosted checkout: a browser posts forms and is shown pages. A refusal is a page for the merchant's
 * developer that names the field and the rule; nothing is created and no notification is sent.
 */
export const checkoutSurface =
  (app: App): FastifyPluginAsync =>
  async (http) => {
    const layoutFor = (request: FastifyRequest) =>
      layoutOf({ language: languageOf(callOf(request)), testMode: app.testMode })
    const keepForm = keepForms(http, app, { method: 'POST', path: '/' })
    const onSigned: App['onSigned'] = (form) => keepForm({ ...form, sentBy: 'form' })
    mount(http, checkoutRoutes({ ...app, onSigned }), app)
    mount(http, embeddedRoutes(app), app)
    mount(http, scriptRoutes(), app)
    mount(http, subscriptionRoutes(app), app)
    mount(http, cardPageRoutes(app), app)
    mount(http, topupNotificationRoutes(app), app)
    mount(http, challengePageRoutes(app), app)
    http.get('/checkout/scripts', { config: { access: { caller: 'public' } } }, async () => scriptInventory)
    http.setNotFoundHandler((request, reply) => {
      if (!expectsJson(request)) return send(reply, pageReply({ kind: 'notFound' }, layoutFor(request), 404))
      return reply.status(404).type('application/json; charset=utf-8').send(unknownAddress(request))
    })
    http.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const call = callOf(request)
      const layout = layoutFor(request)
      const { requestId } = call
      if (error instanceof Refusal) {
        noteOfRequest(request, refusalNoted(error))
        const { code, message, field, problems } = error
        app.log.info({ requestId, code, field }, message)
        const seconds = error.details.retryAfterSeconds
        if (error.kind === 'limit' && typeof seconds === 'number') {
          const page = { kind: 'limited' as const, because: 'many' as const, seconds, again: undefined }
          return send(reply.headers(retryAfterOf(error)), pageReply(page, layout, 429))
        }
        // There is nothing for the shopper to correct: the page asks them to come again.
        if (error.kind === 'busy')
          return send(reply.headers(retryAfterOf(error)), pageReply({ kind: 'trouble', requestId }, layout, 503))
        const page = { kind: 'refused' as const, code, message, field, problems, requestId, documentation: undefined }
        return send(reply, pageReply(page, layout, statusOfRefusal[error.kind]))
      }
      if (error.statusCode !== undefined && error.statusCode < 500) {
        const { statusCode, message } = error
        const page = {
          kind: 'refused' as const,
          code: 'malformed_request',
          message,
          field: undefined,
          problems: [],
          requestId,
          documentation: undefined,
        }
        return send(reply, pageReply(page, layout, statusCode))
      }
      app.log.error({ requestId, err: error, path: request.routeOptions.url }, 'a page failed')
      const busy = refusalOfBusy(error)
      if (busy) return send(reply.headers(retryAfterOf(busy)), pageReply({ kind: 'trouble', requestId }, layout, 503))
      return send(reply, pageReply({ kind: 'trouble', requestId }, layout, 500))
    })
    await http.register(uploadPages(app))
    // Waiting for it seals the routes above with the handlers they have by then.
    await http.register(bankReturn(app))
  }

/** Pages on which files are sent: they are handed to their routes while they arrive, and never held whole. */
const uploadPages =
  (app: App): FastifyPluginAsync =>
  async (http) => {
    http.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
    mount(http, documentPageRoutes(app), app)
  }
