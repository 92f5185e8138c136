import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '../compose.ts'

export type MetricsListener = { port: number; close(): Promise<void> }

/**
 * Serves the figures of this process at `/metrics`, on a port of its own: they say how much is paid and what fails, which
 * is nobody's business at the public address. It asks for no login, so the port is for Prometheus alone.
 */
export async function serveMetrics({ metrics, config, log }: App): Promise<MetricsListener | undefined> {
  if (config.metrics === undefined) return undefined
  const { host, port } = config.metrics
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff')
    const isAsked = request.url?.split('?')[0] === '/metrics' && ['GET', 'HEAD'].includes(request.method ?? '')
    if (!isAsked)
      return void response.writeHead(404, { 'content-type': 'text/plain' }).end('There is only GET /metrics.\n')
    metrics.scrape().then(
      ({ contentType, text }) => void response.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be served')
        response
          .writeHead(500, { 'content-type': 'text/plain' })
          .end('The metrics could not be made; the log says why.\n')
      },
    )
  })
  await listening(server, host, port)
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
const requestTimeoutMs = 10_000

function listening(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', (error: NodeJS.ErrnoException) =>
    reject(
      error.code === 'EADDRINUSE'
        ? new Error(`Port ${port} for metrics is taken by another program. Choose another one: FLORIN_METRICS_PORT`, {
            cause: error,
          })
        : error,
    ),
  )
  server.listen(port, host, resolve)
  return promise
}
