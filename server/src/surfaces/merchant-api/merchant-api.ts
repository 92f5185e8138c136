import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiCall, ApiCaller, ApiResult, ApiRoute } from '#acquiring/api'
import { siteOwner } from '#core/directory'
import { writeJson } from '#kernel/base/json.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { oncePerKey } from '#kernel/db/idempotency.ts'
import { isPermitted } from '#kernel/http/route.ts'
import type { App } from '../../app/compose.ts'
import { type JsonReply, refusalOfLibrary, refuseRequest, sendJson } from '../json-api.ts'
import { keepRequestOf, keepRequests } from '../kept-requests.ts'
import { logCaller } from '../log-fields.ts'
import { accessOf, bodyLimitOf, hasLargeBody, onceMade } from '../mount.ts'
import { retryAfterOf } from '../rate-limits.ts'
import { refusalOfBusy } from '../too-busy.ts'
import { callerOf } from './caller.ts'
import { errorReplyOf, failure, success } from './envelope.ts'
import { openApiDocument } from './openapi.ts'
import { acceptBodies, readCall, Unreadable } from './read-call.ts'
import { refuse } from './refusals.ts'
import { merchantRoutes } from './routes.ts'
import { answerUnframedBodies } from './unframed-body.ts'

/**
 * The dialect of the merchants' REST interface ({api_url} and {office_api_url}): a key in `Authorization`, forms and
 * JSON in, one envelope out. Routes are values of the modules; here is everything that is the same for all of them.
 */
export const merchantApi =
  (app: App): FastifyPluginAsync =>
  async (http) => {
    const routes = merchantRoutes(app)
    acceptBodies(http)
    answerUnframedBodies(http)
    keepRequests(http, app)
    http.setErrorHandler((error, request, reply) => sendError(app, error, request, reply))
    for (const route of routes) {
      http.route({
        method: route.method,
        url: route.path,
        config: { access: accessOf(route) },
        bodyLimit: bodyLimitOf(app.config, route),
        // Before the body is read: parsing is work, and work is for callers with a key.
        onRequest: async (request, reply) => {
          if (hasLargeBody(request)) reply.header('connection', 'close')
          const { caller, keyId } = await permittedCaller(app, route, request)
          const { siteId, merchantId } = caller
          callers.set(request, caller)
          logCaller(request, { siteId: String(siteId), merchantId: String(merchantId) })
          keepRequestOf(app, request, { siteId, sentBy: 'key', keyId })
          reply.removeHeader('connection')
        },
        handler: async (request, reply) => sendJson(reply, request, await answer(app, route, request)),
      })
    }
    nothingElse(http, routes)
    // Made at the first request: it takes longer than everything else of a start.
    const document = onceMade(async () => writeJson(await openApiDocument(routes, app.publicUrl)))
    http.get('/openapi.json', open, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(await document()),
    )
    // Where errors lead, whether or not the site of the documents is served.
    http.get('/docs/api', open, async (_request, reply) =>
      reply.redirect(app.config.docs ? '/docs/api/merchants' : '/openapi.json', 302),
    )
  }

const open = { config: { access: { caller: 'public' } as const } }

/** Of each request, found before its body was read. */
const callers = new WeakMap<FastifyRequest, ApiCaller>()

async function permittedCaller(app: App, route: ApiRoute, request: FastifyRequest) {
  const { caller, permissions, keyId } = await callerOf(app, request)
  if (!isPermitted(permissions, route.permission)) throw refuse('permission_missing', { permission: route.permission })
  return { caller, keyId }
}

async function answer(app: App, route: ApiRoute, request: FastifyRequest): Promise<JsonReply> {
  const caller = callers.get(request)!
  const read = readCall(app.keys, route, request, caller)
  const call = { ...read, caller, ip: request.ip, requestId: request.id, once: () => [] }
  const key = request.headers['idempotency-key']
  if (key === undefined || route.method === 'GET') return success(route, await route.run(call))
  return replyOnce(app, route, call, String(key))
}

/** One key, one effect; the key says so for this site and this route only. */
async function replyOnce(
  app: App,
  route: ApiRoute,
  call: ApiCall<unknown, unknown, unknown>,
  key: string,
): Promise<JsonReply> {
  const { caller, params, query, body } = call
  const replyTo = async (result: Promise<ApiResult<unknown>>) => success(route, await result)
  const { recover } = route
  // A route without an effect may be called twice.
  if (!recover) return replyTo(route.run(call))
  // Only the fingerprint of a request is kept, since there may be a card number in it.
  const request = app.keys.fingerprint('cardNumber', writeJson([params, query, body])).toString('hex')
  const owner = siteOwner(caller.siteId)
  const scope = `${route.method} ${route.path}`
  const { answer: first, replayed } = await oncePerKey<JsonReply>(
    app,
    { owner, scope, key, request },
    {
      work: (begin) => replyTo(route.run({ ...call, once: (...named: Parameters<typeof begin>) => [begin(...named)] })),
      recover: (subjectId, resultId) => replyTo(recover(caller, BigInt(subjectId), resultId)),
      // A process that lives has replied by then.
      patienceMs: app.config.replyWithinMs,
    },
  )
  return { ...first, replayed }
}

const refusalOf = (error: unknown): Refusal | undefined => refusalOfBusy(error) ?? refusalOfLibrary(error)

function sendError(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const requestId = request.id
  const refusal = error instanceof Unreadable || error instanceof Refusal ? error : refusalOf(error)
  if (refusal) {
    const { status, errors } = errorReplyOf(refusal)
    app.log.info({ requestId, reason: errors[0]?.reason, field: errors[0]?.field, status }, 'refused')
    if (refusal instanceof Refusal) reply.headers(retryAfterOf(refusal))
    return sendJson(reply, request, failure(status, errors, requestId))
  }
  app.log.error({ requestId, err: error, path: request.routeOptions.url }, 'a route of the merchant interface failed')
  return sendJson(reply, request, failure(500, errorReplyOf(refuseRequest('internal')).errors, requestId))
}

/** Under the addresses of this interface a client is replied to in its own dialect also where there is nothing. */
function nothingElse(http: FastifyInstance, routes: readonly ApiRoute[]): void {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
  const paths = new Set(routes.map(({ path }) => path))
  const roots = new Set(routes.map(({ path }) => `/${path.split('/')[1]}/*`))
  const config = { ...open.config, isNotFound: true }
  const handler = async (request: FastifyRequest) => {
    throw refuse('route_not_found', { method: request.method, path: request.url.replace(/\?.*/s, '').slice(0, 200) })
  }
  for (const path of paths) {
    const known = new Set<string>(routes.filter((route) => route.path === path).map(({ method }) => method))
    const rest = methods.filter((method) => !known.has(method))
    if (rest.length > 0) http.route({ method: rest, url: path, config, handler })
  }
  for (const url of roots) http.route({ method: [...methods], url, config, handler })
}
