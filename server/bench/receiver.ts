import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The store's notification endpoint: answers every notification as a store does that has received it. */
export type Receiver = { url: string; received(): number; close(): Promise<void> }

export async function openReceiver(): Promise<Receiver> {
  let received = 0
  const server = createServer((request, reply) => {
    request.resume()
    request.on('end', () => {
      received++
      reply.end('OK')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/notifications`,
    received: () => received,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
