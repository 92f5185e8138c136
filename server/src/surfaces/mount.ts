import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimiter } from '#kernel/http/rate-limit.ts'
import type { Access, Call, Reply, Route } from '#kernel/http/route.ts'
import type { Config } from '../app/config.ts'
import { type CallLimit, countCall, isCallLimit } from './rate-limits.ts'

/** What a route reads at most: as much as it has a use for, and never more than the operator allows. */
export const bodyLimitOf = ({ bodyBytesMax }: Config, route: { bodyBytesMax?: number }): number =>
  Math.min(bodyBytesMax, route.bodyBytesMax ?? usualBodyBytesMax)
const usualBodyBytesMax = 65_536

type MountParts = { limiter: RateLimiter; config: Config }

/** Mounts routes as they are; the surface around replies to errors. */
export function mount(http: FastifyInstance, routes: readonly Route[], { limiter, config }: MountParts): void {
  for (const route of routes) {
    const limits = (route.limits ?? []).map(limitNamed)
    http.route({
      method: route.method,
      url: route.path,
      config: { access: accessOf(route) },
      bodyLimit: bodyLimitOf(config, route),
      handler: async (request, reply) => {
        const call = callOf(request)
        for (const limit of limits) await countCall(limiter, limit, call)
        return send(reply, await route.run(call))
      },
    })
  }
}

function limitNamed(name: string): CallLimit {
  if (isCallLimit(name)) return name
  throw new Error(`there is no limit ${name} in app/limits.ts`)
}

export const accessOf = ({ caller, permission }: Access): Access =>
  ({ caller, ...(permission && { permission }) }) as Access

export const callOf = (request: FastifyRequest): Call => ({
  params: request.params as Record<string, string>,
  query: (request.query ?? {}) as Record<string, unknown>,
  body: request.body,
  headers: request.headers,
  ip: request.ip,
  requestId: request.id,
})

export const send = (reply: FastifyReply, { status, headers, body, file }: Reply): FastifyReply =>
  reply
    .status(status)
    .headers(headers)
    .send(file ?? body)

/** What is refused unread must still leave the connection: a small body is skipped, with a large one the connection ends. */
export const hasLargeBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > skippedBytesMax
const skippedBytesMax = 65_536

/** A document that is made at its first request: it takes longer than everything else of a start. */
export function onceMade<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
