import type { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { inlineRoutes } from '#acquiring/checkout'
import { Refusal } from '#kernel/base/refusal.ts'
import { receiveFields } from '#kernel/http/form-fields.ts'
import { UploadBroken, UploadTooLarge } from '#kernel/http/form-parser.ts'
import type { App } from '../../app/compose.ts'
import { readBody, readJson, refusalOfLibrary, refuseRequest, sendJson } from '../json-api.ts'
import { errorReplyOf, failure } from '../merchant-api/envelope.ts'
import { mount } from '../mount.ts'
import { countAgainst, retryAfterOf } from '../rate-limits.ts'
import { refusalOfBusy } from '../too-busy.ts'

/** What apps call at the host of the interface as well as at that of the checkout. */
export const inlinePaths = inlineRoutes({} as Parameters<typeof inlineRoutes>[0]).map(({ path }) => path)

/**
 * The dialect of apps with a payment form of their own (wire fact 9.1): JSON and forms with parts in, bare records out, and
 * refusals in the envelope of the merchants' interface.
 */
export const inlineCheckout =
  (app: App): FastifyPluginAsync =>
  async (http) => {
    http.removeContentTypeParser(['application/json', 'multipart/form-data'])
    http.addContentTypeParser('application/json', { parseAs: 'string' }, readBody(readJson))
    http.addContentTypeParser('multipart/form-data', readParts)
    const countAttempt = (token: string) => countAgainst(app.limiter, 'card_attempts', token)
    mount(http, inlineRoutes({ ...app, countAttempt }), app)
    http.setErrorHandler((error, request, reply) => sendError(app, error, request, reply))
  }

/** A signed order and the fields of a card. */
const partsBytesMax = 600_000
const partBytesMax = 400_000

async function readParts(request: FastifyRequest, body: Readable): Promise<Record<string, string>> {
  const limits = { bytesMax: partsBytesMax, fieldBytesMax: partBytesMax }
  return receiveFields(body, String(request.headers['content-type']), limits)
}

const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  if (error instanceof UploadTooLarge) return refuseRequest('request_too_large')
  if (error instanceof UploadBroken) return refuseRequest('malformed_request', { why: error.message })
  return refusalOfBusy(error) ?? refusalOfLibrary(error)
}

function sendError(app: App, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { id: requestId } = request
  const refusal = refusalOf(error)
  if (!refusal) {
    app.log.error({ requestId, err: error, path: request.routeOptions.url }, 'a route for apps failed')
    return sendJson(reply, request, failure(500, errorReplyOf(refuseRequest('internal')).errors, requestId))
  }
  const { status, errors } = errorReplyOf(refusal)
  app.log.info({ requestId, reason: refusal.code, field: refusal.field, status }, 'refused')
  return sendJson(reply.headers(retryAfterOf(refusal)), request, failure(status, errors, requestId))
}
