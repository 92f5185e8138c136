import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerParent } from './processes.ts'

/** The cost of HTTP and JSON alone: reads each request whole, parses it, and always returns the same response. */
let answer = ''
const server = createServer((request, reply) => {
  let text = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    JSON.parse(text)
    reply.writeHead(201, { 'content-type': 'application/json; charset=utf-8', 'content-length': answer.length })
    reply.end(answer)
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

answerParent(
  async (message) => {
    answer = String(message)
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  },
  async () => {
    server.closeAllConnections()
    server.close()
  },
)
