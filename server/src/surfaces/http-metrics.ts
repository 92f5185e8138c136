import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { counter, durations, type Metric, processGauge } from '#kernel/telemetry/metric.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Which surface serves the route. */
    surface?: string
  }
}

const requests = counter({
  name: 'florin_http_requests_total',
  help: 'Replies by surface, route template, method and status.',
  labels: ['surface', 'route', 'method', 'status'],
})
const requestDurations = durations({
  name: 'florin_http_request_duration_seconds',
  help: 'From a request to the end of its reply. Streams of open pages are not among them.',
  labels: ['surface', 'route', 'method'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
})
const inFlight = processGauge({
  name: 'florin_http_requests_in_flight',
  help: 'Requests that are being answered.',
})

export const httpMetrics: readonly Metric[] = [requests, requestDurations, inFlight]

/** Names the surface of every route of a plugin, for metrics. */
export const inSurface =
  (surface: string, plugin: FastifyPluginAsync): FastifyPluginAsync =>
  async (http, options) => {
    http.addHook('onRoute', (route) => {
      route.config = { ...route.config, surface }
    })
    await plugin(http, options)
  }

/** Counts and times what every surface replies. The address is not looked at: its template is the route. */
export function measureRequests(http: FastifyInstance, metrics: Metrics): void {
  if (!metrics.isOn) return
  let [begun, ended] = [0, 0]
  metrics.beforeScrape(() => metrics.replace(inFlight, [{ labels: {}, value: begun - ended }]))
  http.addHook('onRequest', (_request, reply, done) => {
    begun++
    // Also when the client has gone before its reply, or ends a stream.
    reply.raw.once('close', () => ended++)
    done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const { url: route = 'unknown', config } = request.routeOptions
    const labels = { surface: config?.surface ?? 'health', route, method: request.method }
    metrics.count(requests, { ...labels, status: reply.statusCode })
    if (!isStream(reply.getHeader('content-type'))) metrics.observe(requestDurations, labels, reply.elapsedTime / 1000)
    done()
  })
}

const isStream = (contentType: unknown): boolean => String(contentType).startsWith('text/event-stream')
