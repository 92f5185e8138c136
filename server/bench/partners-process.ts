import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent } from './processes.ts'

/** Receivers of ten partners in a process of its own. The last one answers nothing while it hangs; the others at once. */
const count = 10
let received = 0
let hangs = false
const held: ServerResponse[] = []

const servers = Array.from({ length: count }, (_, index) =>
  createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      received++
      if (hangs && index === count - 1) held.push(response)
      else response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1'),
)
await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))))
const urls = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`)

answerParent(
  async (message) => {
    if (message === 'hang') hangs = true
    if (message === 'answer') {
      hangs = false
      for (const response of held.splice(0)) response.writeHead(204).end()
    }
    return { urls, received }
  },
  async () => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  },
)
