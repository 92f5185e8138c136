import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Receiver = { url: string; close(): Promise<void> }

/** A server of somebody whom Florin notifies. What `read` throws is answered with 401, and told to `onFault`. */
export async function openReceiver(
  read: (body: Buffer, headers: IncomingHttpHeaders) => void,
  onFault: (error: unknown) => void,
): Promise<Receiver> {
  const server = createServer(async (request, response) => {
    try {
      read(Buffer.concat(await request.toArray()), request.headers)
      response.writeHead(200).end('OK')
    } catch (error) {
      onFault(error)
      response.writeHead(401).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
