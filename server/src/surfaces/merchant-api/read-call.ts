import type { FastifyInstance, FastifyRequest } from 'fastify'
import qs from 'qs'
import type { z } from 'zod'
import type { ApiCaller, ApiRoute } from '#acquiring/api'
import { readSiteId } from '#core/directory'
import { isJsonObject } from '#kernel/base/json.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { textOf } from '#kernel/http/field.ts'
import { type FieldProblem, problemsMax, readFields, Unreadable } from '../field-problem.ts'
import { readBody, readJson, refuseRequest } from '../json-api.ts'
import { refuse } from './refusals.ts'
import { openSearch } from './searches.ts'

export { Unreadable } from '../field-problem.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Bodies by what they are: forms with brackets, JSON whose numbers keep their digits, and what comes without a proper
 * Content-Type by its first character. An empty body is no body, whatever its type says.
 */
export function acceptBodies(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json/, { parseAs: 'string' }, readBody(readJson))
  http.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, readBody(readForm))
  http.addContentTypeParser(
    '*',
    { parseAs: 'string' },
    readBody((text) => (text.startsWith('{') ? readJson(text) : readForm(text))),
  )
}

/** Limits of a form: fields beyond them are left out, so that no request can make this process build a huge object. */
const readForm = (text: string): Fields =>
  qs.parse(text, { arrayLimit: 500, depth: 6, parameterLimit: 2_000, ignoreQueryPrefix: true })

export type ReadCall = { params: unknown; query: unknown; body: unknown; sent: Fields }

/** Reads what the route has a schema for, and refuses everything that is wrong at once, by name. */
export function readCall(keys: KeyRing, route: ApiRoute, request: FastifyRequest, caller: ApiCaller): ReadCall {
  const url = request.raw.url ?? ''
  const asked = readForm(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
  const query = asked.searchId && route.searchPath ? openSearch(keys, route, asked, caller.siteId) : asked
  const body = request.body ?? {}
  if (route.body && !isFields(body)) throw refuseRequest('malformed_request', { why: 'the body must be an object.' })
  const problems: FieldProblem[] = []
  const read = (schema: z.ZodObject, fields: unknown): unknown => readFields(schema, fields, problems)
  const call = {
    params: read(route.params, request.params),
    query: read(route.query, query),
    body: route.body ? read(route.body, body) : {},
    sent: isFields(body) ? body : {},
  }
  if (problems.length > 0) throw new Unreadable(problems.slice(0, problemsMax))
  for (const fields of [query, body]) if (isFields(fields)) assertOwnSite(fields, caller)
  return call
}

/**
 * Checks the site named in any request, also where the route ignores it: naming another site is refused, not ignored.
 */
function assertOwnSite(fields: Fields, { siteId, merchantId }: ApiCaller): void {
  const forbid = (field: string) => refuse('site_forbidden', { field, siteId })
  for (const named of manyOf(fields.siteId)) if (readSiteId(named) !== siteId) throw forbid('siteId')
  const parents = manyOf(fields.parentResourceId)
  // A partner is a merchant by another name (wire fact 12, row 19).
  const own = String((fields.parentResourceType ?? 'site') === 'site' ? siteId : merchantId)
  if (parents.length > 0 && !parents.some((parent) => textOf(parent) === own)) throw forbid('parentResourceId')
}

const manyOf = (value: unknown): unknown[] =>
  value === undefined || value === null || value === '' ? [] : Array.isArray(value) ? value : [value]

const isFields = (value: unknown): value is Fields =>
  isJsonObject(value as never) || (typeof value === 'object' && value !== null && !Array.isArray(value))
