import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isJsonObject, writeJson } from '#kernel/base/json.ts'
import type { Owner } from '#kernel/base/owner.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { StaleWrite } from '#kernel/db/commit/commit.ts'
import { oncePerKey } from '#kernel/db/idempotency.ts'
import type { FileReply, JsonCall, JsonRoute, KindOf } from '#kernel/http/json-route.ts'
import type { Access } from '#kernel/http/route.ts'
import type { App } from '../../app/compose.ts'
import { type FieldProblem, findUnknown, problemsMax, readFields, Unreadable } from '../field-problem.ts'
import { type JsonReply, readBody, readJson, refusalOfLibrary, refuseRequest, sendJson } from '../json-api.ts'
import { keepRequestOf, keepRequests, type Sender } from '../kept-requests.ts'
import { logCaller } from '../log-fields.ts'
import { accessOf, bodyLimitOf, hasLargeBody, onceMade } from '../mount.ts'
import { retryAfterOf } from '../rate-limits.ts'
import { fingerprintsOf } from '../request-fingerprint.ts'
import { refusalOfBusy } from '../too-busy.ts'
import type { Asking } from './headers.ts'
import { openApiDocument, type Title } from './openapi.ts'
import { refuse } from './refusals.ts'
import { failure, success } from './reply.ts'
import { sendFile } from './send-file.ts'

/**
 * An interface that reads JSON and replies bare JSON: a single record as it is, a list as `{data, page, size, total}`, an
 * error as `{code, message}`. Routes are values of the modules; here is everything that is the same for all of them.
 */
export type BareJson<Callers> = {
  /** Every path is below it. */
  root: string
  routes: readonly JsonRoute<Callers>[]
  /** Who calls, as the kind of caller that the route names; refuses everybody else. */
  recognize(route: JsonRoute<Callers>, request: Asking): Promise<Callers[KindOf<Callers>]>
  /** Whom the log names as the caller. Undefined: nobody. */
  loggedAs?: (caller: Callers[KindOf<Callers>]) => Owner | undefined
  /** As whose requests those of a caller are kept in the request log. Undefined: they are not kept. */
  keptAs?: (caller: Callers[KindOf<Callers>], route: JsonRoute<Callers>) => Sender | undefined
  /** Whose idempotency keys a caller's are. */
  ownerOf(caller: Callers[KindOf<Callers>]): Owner
  /** Another route that serves a request in place of its own, with the same replies. */
  servedBy?: ((route: JsonRoute<Callers>, request: FastifyRequest) => JsonRoute<Callers>) | undefined
  document: Title<Callers>
  /** Where names that a route does not know are refused. What is not named here is left out without a word. */
  knownOnly?: KnownOnly<Callers> | undefined
}

export type KnownOnly<Callers> = {
  body: boolean
  /** What a query may have beside what the route reads. Pages take every query: mails and browsers add to it. */
  queryMayHave(route: JsonRoute<Callers>): readonly string[]
}

export const openToAll = { access: { caller: 'public' } as const }

export function mountBareJson<Callers>(http: FastifyInstance, app: App, api: BareJson<Callers>): void {
  const { root, routes, recognize } = api
  const reference = `${root}/openapi.json`
  /** Of each request, found before its body was read. */
  const callers = new WeakMap<FastifyRequest, { caller: Callers[KindOf<Callers>] }>()
  acceptJson(http)
  if (api.keptAs) keepRequests(http, app)
  http.setErrorHandler((error, request, reply) => sendError(app, { error, request, reply, ...api.document }))
  for (const route of routes) {
    http.route({
      method: route.method,
      url: `${root}${route.path}`,
      config: { access: accessOf(route as Access) },
      bodyLimit: bodyLimitOf(app.config, route),
      // Before the body is read: parsing is work, and work is for callers whom we know.
      onRequest: async (request, reply) => {
        if (hasLargeBody(request)) reply.header('connection', 'close')
        const known = await recognize(route, request).then((caller) => ({ caller }))
        callers.set(request, known)
        const logged = api.loggedAs?.(known.caller)
        if (logged) logCaller(request, { [`${logged.kind}Id`]: logged.id })
        const sender = api.keptAs?.(known.caller, route)
        if (sender) keepRequestOf(app, request, sender)
        reply.removeHeader('connection')
      },
      handler: async (request, reply) => {
        const { caller } = callers.get(request)!
        const serving = api.servedBy?.(route, request) ?? route
        if (route.files.length === 0)
          return sendJson(reply, request, await answer(app, { ...api, route: serving, caller }, request))
        const call = callOf({ ...api, route, caller }, request)
        return sendFile(app, { request, reply }, (await serving.run(call)) as FileReply)
      },
    })
  }
  const notFound = async (request: FastifyRequest): Promise<never> => {
    const path = request.url.replace(/\?.*/s, '').slice(0, 200)
    throw refuse('route_not_found', { method: request.method, path, reference })
  }
  http.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${root}/*`,
    config: { ...openToAll, isNotFound: true },
    onRequest: notFound,
    handler: notFound,
  })
  const document = onceMade(() => writeJson(openApiDocument(routes, `${app.publicUrl}${root}`, api.document)))
  http.get(reference, { config: openToAll }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  )
}

type Recognized<Callers> = Pick<BareJson<Callers>, 'root' | 'ownerOf' | 'knownOnly'> & {
  route: JsonRoute<Callers>
  caller: Callers[KindOf<Callers>]
}

type Called<Callers> = Pick<Recognized<Callers>, 'route' | 'caller' | 'knownOnly'>

const callOf = <Callers>({ route, caller, knownOnly }: Called<Callers>, request: FastifyRequest) => ({
  ...read(route, request, knownOnly),
  caller,
  ip: request.ip,
  requestId: request.id,
  once: () => [],
})

async function answer<Callers>(
  app: App,
  { root, ownerOf, knownOnly, route, caller }: Recognized<Callers>,
  request: FastifyRequest,
): Promise<JsonReply> {
  const call = callOf({ route, caller, knownOnly }, request)
  const key = request.headers['idempotency-key']
  if (key === undefined || route.repeated === undefined) return success(route, await route.run(call))
  const { recover, repeated } = route
  const { answer: first, replayed } = await oncePerKey<JsonReply>(
    app,
    {
      owner: ownerOf(caller),
      scope: `${route.method} ${root}${route.path}`,
      key: String(key),
      ...fingerprintsOf(app.keys, call),
    },
    {
      isSecret: repeated === 'secret',
      work: async (begin) => success(route, await route.run({ ...call, once: (...named) => [begin(...named)] })),
      recover: async (subjectId, resultId) => success(route, await recover?.(caller, subjectId, resultId)),
      // A process that lives has replied by then.
      patienceMs: app.config.replyWithinMs,
    },
  )
  return { ...first, replayed }
}

type Read = Pick<JsonCall<unknown, unknown, unknown, unknown>, 'params' | 'query' | 'body'>

/** Reads what the route has a schema for, and refuses everything that is wrong at once, by name. */
function read<Callers>(
  route: JsonRoute<Callers>,
  request: FastifyRequest,
  knownOnly: KnownOnly<Callers> | undefined,
): Read {
  const body = request.body ?? {}
  if (route.body && !isJsonObject(body as never))
    throw refuseRequest('malformed_request', { why: 'the body must be an object.' })
  const problems: FieldProblem[] = []
  if (knownOnly && !route.page) findUnknown(route.query, request.query, problems, knownOnly.queryMayHave(route))
  if (knownOnly?.body) findUnknown(route.body ?? nothing, body, problems)
  const call = {
    params: readFields(route.params, request.params, problems),
    query: readFields(route.query, request.query, problems),
    body: route.body ? readFields(route.body, body, problems) : {},
  }
  if (problems.length > 0) throw new Unreadable(problems.slice(0, problemsMax))
  return call
}
const nothing = z.object({})

function acceptJson(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser('*', { parseAs: 'string' }, readBody(jsonOf))
}

function jsonOf(text: string, { headers }: FastifyRequest): unknown {
  if (!/^application\/(?:[\w.-]+\+)?json/.test(headers['content-type'] ?? '')) throw refuse('unsupported_media_type')
  return readJson(text)
}

/** So many changed one thing at once that this one was never first: `decide` has given up. */
const refusalOf = (error: unknown): Refusal | undefined =>
  error instanceof StaleWrite ? refuse('changed_meanwhile') : (refusalOfBusy(error) ?? refusalOfLibrary(error))

type Failed = { error: unknown; request: FastifyRequest; reply: FastifyReply; saysValues?: boolean }

function sendError(app: App, { error, request, reply, saysValues = false }: Failed): FastifyReply {
  const known = error instanceof Unreadable || error instanceof Refusal ? error : refusalOf(error)
  if (!known) {
    app.log.error({ requestId: request.id, err: error, path: request.routeOptions.url }, 'a JSON route failed')
    return sendJson(
      reply,
      request,
      failure(refuseRequest('internal'), { requestId: request.id, saysValues, status: 500 }),
    )
  }
  const refusal = failure(known, { requestId: request.id, saysValues })
  const facts = known instanceof Refusal ? { reason: known.code, field: known.field } : { reason: 'invalid_field' }
  app.log.info({ requestId: request.id, ...facts, status: refusal.status }, 'refused')
  if (known instanceof Refusal) reply.headers(retryAfterOf(known))
  return sendJson(reply, request, refusal)
}
