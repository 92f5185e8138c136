import type { FastifyReply, FastifyRequest } from 'fastify'
import { isWithin, parseJsonExactly, requestLimits } from '#kernel/base/json.ts'
import { type Refusal, refusals } from '#kernel/base/refusal.ts'
import { turnToParse } from '#kernel/http/large-bodies.ts'
import { noteOfRequest } from './kept-requests.ts'

/** What the interfaces for programs have in common: JSON in and out, and what is refused before a route is called. */
export const refuseRequest = refusals({
  malformed_request: ['invalid', 'The request cannot be read: {why}'],
  request_too_large: ['invalid', 'The body of the request is too large.'],
  internal: ['invalid', 'Something went wrong on our side. Nothing is known to be wrong with your request; try again.'],
})

/** A reply as it is sent, and as it is stored for a repeated idempotency key. */
export type JsonReply = { status: number; body: string; headers?: Readonly<Record<string, string>>; replayed?: boolean }

/** A parser of bodies: large ones take turns, and an empty body is no body, whatever its type says. */
export const readBody =
  (parse: (text: string, request: FastifyRequest) => unknown) =>
  async (request: FastifyRequest, body: string | Buffer): Promise<unknown> => {
    await turnToParse(body.length)
    const text = body.toString().trim()
    return text === '' ? undefined : parse(text, request)
  }

/** JSON whose numbers keep their digits. */
export function readJson(text: string): unknown {
  if (!isWithin(text, requestLimits))
    throw refuseRequest('malformed_request', { why: 'the body has too many values, or nests too deep.' })
  try {
    return parseJsonExactly(text)
  } catch {
    throw refuseRequest('malformed_request', { why: 'the body is not JSON.' })
  }
}

/** What the HTTP library refuses: a body that is too large, cannot be parsed, or broke off. */
export function refusalOfLibrary(error: unknown): Refusal | undefined {
  const { statusCode = 500, message } = error as { statusCode?: number; message?: string }
  if (statusCode === 413) return refuseRequest('request_too_large')
  return statusCode < 500 ? refuseRequest('malformed_request', { why: message }) : undefined
}

export function sendJson(
  reply: FastifyReply,
  request: FastifyRequest,
  { status, body, headers = {}, replayed }: JsonReply,
): FastifyReply {
  noteOfRequest(request, { reply: body })
  reply.status(status).headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': request.id,
    ...headers,
  })
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  if (replayed) reply.header('idempotent-replayed', 'true')
  return reply.send(body)
}
