import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnsweredRequest } from '#core/request-log'
import type { Refusal } from '#kernel/base/refusal.ts'
import type { App } from '../app/compose.ts'

export type Sender = Pick<AnsweredRequest, 'siteId' | 'partnerId' | 'sentBy' | 'keyId'> & { isSecret?: boolean }
type Known = Sender & Pick<AnsweredRequest, 'receivedAt'> & Partial<AnsweredRequest>

/** Requests that are kept, from the moment when their sender is known until they are answered. */
const known = new WeakMap<FastifyRequest, Known>()

/** Says whose request this is: it is kept when it is answered. Without a sender who is known it is not. */
export function keepRequestOf({ requestLog, clock }: Parts, request: FastifyRequest, sender: Sender): void {
  if (requestLog.isOn) known.set(request, { ...sender, receivedAt: clock.now() })
}
type Parts = Pick<App, 'requestLog' | 'clock'>

/** What is to be kept of a request beside what it says itself; nothing happens where none is kept. */
export function noteOfRequest(request: FastifyRequest, facts: Partial<AnsweredRequest>): void {
  const one = known.get(request)
  if (one) Object.assign(one, facts)
}

/** Of a refusal that is replied as a page. */
export const refusalNoted = ({ code, field, message }: Refusal): Pick<AnsweredRequest, 'refusal'> => ({
  refusal: { reason: code, field, message },
})

/** Hands the requests of a surface to the request log, each after its reply is sent. */
export function keepRequests(http: FastifyInstance, { requestLog }: Parts): void {
  if (!requestLog.isOn) return
  http.addHook('onResponse', (request, reply, done) => {
    const one = known.get(request)
    if (one)
      requestLog.keep({
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? '',
        params: request.params,
        query: request.query,
        body: request.body,
        reply: undefined,
        isSecret: false,
        status: reply.statusCode,
        tookMs: reply.elapsedTime,
        ...one,
      })
    done()
  })
}

/**
 * The same for a surface of forms, whose sender is known only when a form turns out to be signed: with the id of its request,
 * which is all that the module that reads forms knows of it.
 */
export function keepForms(
  http: FastifyInstance,
  app: Parts,
  { method, path }: { method: string; path: string },
): (signed: Sender & { requestId: string; sent: unknown }) => void {
  /** Under way now. */
  const forms = new Map<string, FastifyRequest>()
  if (app.requestLog.isOn) {
    http.addHook('preHandler', (request, _reply, next) => {
      if (request.routeOptions.url === path && request.method === method) forms.set(request.id, request)
      next()
    })
    http.addHook('onResponse', (request, _reply, done) => {
      forms.delete(request.id)
      done()
    })
  }
  keepRequests(http, app)
  return ({ requestId, sent: body, ...sender }) => {
    const request = forms.get(requestId)
    if (!request) return
    keepRequestOf(app, request, sender)
    noteOfRequest(request, { body })
  }
}
