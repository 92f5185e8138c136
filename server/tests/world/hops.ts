import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A store, or a bank, that answers at one host by sending the browser on to another, as from its bare domain to `www` or from
 * a directory server to a bank.
 */
export async function openHops() {
  const arrived: Arrival[] = []
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    const [, status] = /^\/hop\/(\d+)$/.exec(pathname) ?? []
    const port = (server.address() as AddressInfo).port
    if (status) {
      const to = searchParams.get('to') ?? `http://127.0.0.1:${port}/arrived`
      response.writeHead(Number(status), { location: to }).end()
    } else if (pathname !== '/arrived') response.writeHead(404).end()
    if (!pathname.includes('favicon'))
      arrived.push({ method: request.method ?? '', host: hostOf(request.headers.host), body })
    if (pathname === '/arrived') response.writeHead(200, { 'content-type': 'text/html' }).end(arrivedPage)
  })
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    /** Where a browser is sent on from, with this status; `to`: elsewhere than to the other host. */
    from: (status: number, to?: string) =>
      `http://localhost:${port}/hop/${status}${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`,
    arrived,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type Arrival = { method: string; host: string; body: string }

const hostOf = (host = ''): string => host.replace(/:\d+$/, '')
const arrivedPage = '<!doctype html><html lang="en"><title>Arrived</title><h1 id="arrived">Arrived</h1>'
