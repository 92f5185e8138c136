import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { followConversations, replyEarly } from './unframed-body.ts'

/** What a connection receives until the server closes it. */
async function sends(text: string): Promise<string> {
  const http = Fastify({
    requestTimeout: 60,
    http: { headersTimeout: 30, connectionsCheckingInterval: 10 },
    clientErrorHandler: replyEarly,
  })
  onTestFinished(() => http.close())
  followConversations(http)
  http.post('/', async (request) => request.body)
  const address = await http.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (bytes: Buffer) => received.push(bytes))
  socket.write(text)
  await once(socket, 'close')
  return Buffer.concat(received).toString()
}

const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n'

test.each([
  ['nothing receives nothing', '', /^$/],
  ['half a header receives 408', 'POST / HT', /^HTTP\/1\.1 408 /],
  ['half a body receives 408', `${post}a`, /^HTTP\/1\.1 408 /],
  [
    'a request, and then half of another, receives the reply to the first',
    `${post}okPOST /`,
    /^HTTP\/1\.1 200 .*ok(HTTP\/1\.1 408 .*)?$/s,
  ],
  ['junk receives 400', 'junk\r\n\r\n', /^HTTP\/1\.1 400 /],
])('a connection that sends %s', async (_title, text, expected) => {
  expect(await sends(text)).toMatch(expected)
})
