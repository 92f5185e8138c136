import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { partnerOwner } from '#core/partners'
import type { Callers, FileReply, IssuingCall, IssuingCaller, IssuingRoute } from '#issuing/api'
import { holderOwner } from '#issuing/holders'
import { isJsonObject, writeJson } from '#kernel/base/json.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { oncePerKey } from '#kernel/db/idempotency.ts'
import type { Access } from '#kernel/http/route.ts'
import type { App } from '../../app/compose.ts'
import { type FieldProblem, problemsMax, readFields, Unreadable } from '../field-problem.ts'
import { type JsonReply, readBody, readJson, refusalOfLibrary, refuseRequest, sendJson } from '../json-api.ts'
import { accessOf, bodyLimitOf, hasLargeBody, onceMade } from '../mount.ts'
import { retryAfterOf } from '../rate-limits.ts'
import { recognize } from './caller.ts'
import { openApiDocument } from './openapi.ts'
import { refuse } from './refusals.ts'
import { failure, success } from './reply.ts'
import { issuingRoutes } from './routes.ts'
import { sendFile } from './send-file.ts'

/**
 * The dialect of the issuing interface ({issuing_base_url}): partner keys and customers' tokens in headers, JSON in, bare
 * JSON out. Routes are values of the modules; here is everything that is the same for all of them.
 */
export const issuingApi =
  (app: App): FastifyPluginAsync =>
  async (http) => {
    const routes = issuingRoutes(app)
    acceptJson(http)
    http.setErrorHandler((error, request, reply) => sendError(app, error, request, reply))
    for (const route of routes) {
      http.route({
        method: route.method,
        url: `${root}${route.path}`,
        config: { access: accessOf(route as Access) },
        bodyLimit: bodyLimitOf(app.config, route),
        // Before the body is read: parsing is work, and work is for callers whom we know.
        onRequest: async (request, reply) => {
          if (hasLargeBody(request)) reply.header('connection', 'close')
          callers.set(request, await recognize[route.caller](app, request))
          reply.removeHeader('connection')
        },
        handler: async (request, reply) =>
          route.files.length > 0
            ? sendFile(app, { request, reply }, (await route.run(callOf(route, request))) as FileReply)
            : sendJson(reply, request, await answer(app, route, request)),
      })
    }
    http.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${root}/*`,
      config: { ...open, isNotFound: true },
      onRequest: notFound,
      handler: notFound,
    })
    const document = onceMade(() => writeJson(openApiDocument(routes, `${app.publicUrl}${root}`)))
    http.get(`${root}/openapi.json`, { config: open }, (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(document()),
    )
    http.get('/.well-known/card-keys.json', { config: open }, async (_request, reply) =>
      reply
        .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' })
        .send(writeJson({ keys: await app.issuerVault.publicKeys() })),
    )
    http.get('/.well-known/jwks.json', { config: open }, async (_request, reply) =>
      reply
        .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' })
        .send(writeJson({ keys: await app.tokens.publicKeys() })),
    )
  }

/** Every path of the specification is below it (card-issuing, versioning). */
const root = '/v1'
const open = { access: { caller: 'public' } as const }

/** Of each request, found before its body was read. */
const callers = new WeakMap<FastifyRequest, Callers[IssuingCaller]>()

type Call = IssuingCall<IssuingCaller, unknown, unknown, unknown>

const callOf = (route: IssuingRoute, request: FastifyRequest): Call => ({
  ...read(route, request),
  caller: callers.get(request)!,
  ip: request.ip,
  requestId: request.id,
  once: () => [],
})

async function answer(app: App, route: IssuingRoute, request: FastifyRequest): Promise<JsonReply> {
  const call = callOf(route, request)
  const { caller } = call
  const key = request.headers['idempotency-key']
  if (key === undefined || route.repeated === undefined) return success(route, await route.run(call))
  const { recover, repeated } = route
  // Only the fingerprint of a request is kept, since there may be a secret in it.
  const fingerprint = app.keys.fingerprint('cardNumber', writeJson([call.params, call.query, call.body]))
  const { answer: first, replayed } = await oncePerKey<JsonReply>(
    app,
    {
      owner: ownerOf(caller),
      scope: `${route.method} ${root}${route.path}`,
      key: String(key),
      request: fingerprint.toString('hex'),
    },
    {
      isSecret: repeated === 'secret',
      work: async (begin) => success(route, await route.run({ ...call, once: (subjectId) => [begin(subjectId)] })),
      recover: async (subjectId) => success(route, await recover?.(caller, subjectId)),
    },
  )
  return { ...first, replayed }
}

/** Whose idempotency keys these are. */
function ownerOf(caller: Callers[IssuingCaller]): Owner {
  if ('holderId' in caller) return holderOwner(caller.holderId)
  if ('partnerId' in caller) return partnerOwner(caller.partnerId)
  throw new Error('a route whose caller is known by a token alone takes no Idempotency-Key')
}

/** Reads what the route has a schema for, and refuses everything that is wrong at once, by name. */
function read(route: IssuingRoute, request: FastifyRequest): Pick<Call, 'params' | 'query' | 'body'> {
  const body = request.body ?? {}
  if (route.body && !isJsonObject(body as never))
    throw refuseRequest('malformed_request', { why: 'the body must be an object.' })
  const problems: FieldProblem[] = []
  const call = {
    params: readFields(route.params, request.params, problems),
    query: readFields(route.query, request.query, problems),
    body: route.body ? readFields(route.body, body, problems) : {},
  }
  if (problems.length > 0) throw new Unreadable(problems.slice(0, problemsMax))
  return call
}

function acceptJson(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'string' }, readBody(jsonOf))
}

function jsonOf(text: string, { headers }: FastifyRequest): unknown {
  if (!/^application\/(?:[\w.-]+\+)?json/.test(headers['content-type'] ?? '')) throw refuse('unsupported_media_type')
  return readJson(text)
}

async function notFound(request: FastifyRequest): Promise<never> {
  throw refuse('route_not_found', { method: request.method, path: request.url.replace(/\?.*/s, '').slice(0, 200) })
}

function sendError(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof Unreadable || error instanceof Refusal ? error : refusalOfLibrary(error)
  if (!known) {
    app.log.error({ requestId: request.id, err: error, path: request.routeOptions.url }, 'a route of issuing failed')
    return sendJson(reply, request, failure(refuseRequest('internal'), request.id, 500))
  }
  const refusal = failure(known, request.id)
  const facts = known instanceof Refusal ? { reason: known.code, field: known.field } : { reason: 'invalid_field' }
  app.log.info({ requestId: request.id, ...facts, status: refusal.status }, 'refused')
  if (known instanceof Refusal) reply.headers(retryAfterOf(known))
  return sendJson(reply, request, refusal)
}
