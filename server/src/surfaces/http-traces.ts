import type { FastifyInstance } from 'fastify'
import { beginRequest } from '#kernel/telemetry/trace.ts'

/** A span for each request of every surface, by the template of its route: its address, headers and body stay out of it. */
export function traceRequests(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    const span = beginRequest({ 'http.request.method': request.method, 'florin.request_id': request.id })
    if (!span) return done()
    // Also when the client has gone before its reply.
    reply.raw.once('close', () => {
      const { url: route = 'unknown', config } = request.routeOptions
      span.end(`${request.method} ${route}`, {
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'florin.surface': config?.surface ?? 'health',
      })
    })
    span.inside(done)
  })
}
