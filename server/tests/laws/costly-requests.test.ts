import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openHttp } from '../../src/surfaces/http.ts'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { createWorld } from '../world/world.ts'

const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

test('a caller without a key is refused before its body is read, even one that never ends', async () => {
  const { api } = await openApiShop()
  const socket = connect(api.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const reply = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  socket.write('POST /order HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n')
  socket.write('Authorization: Bearer 0123\r\nContent-Length: 1000000\r\n\r\n{"not":"the whole of it')
  const text = await reply
  expect(text).toMatch(/^HTTP\/1\.1 401 /)
  // What is not read must not stand where the next request would begin.
  expect(text).toMatch(/connection: close/i)
})

test('a small body that is refused unread leaves the connection to the next request', async () => {
  const { api, client } = await openApiShop()
  const wrong = await fetch(`${api.url}/order`, { method: 'POST', body: '{', headers: { authorization: 'Bearer 0' } })
  expect([wrong.status, wrong.headers.get('connection')]).toEqual([401, 'keep-alive'])
  await wrong.arrayBuffer()
  expect((await client.get('/customer')).status).toBe(200)
})

test('a body of more values, of more levels or of more bytes than its route has a use for is refused', async () => {
  const { api, client, privateKey } = await openApiShop()
  const customerId = await newCustomer(client)
  const put = async (body: string) => {
    const headers = { authorization: `Bearer ${privateKey}`, 'content-type': 'application/json' }
    const reply = await fetch(`${api.url}/customer/${customerId}`, { method: 'PUT', body, headers })
    return [reply.status, ((await reply.json()) as { errors?: { reason: string }[] }).errors?.[0]?.reason]
  }
  expect(await put(`{"x":[${'1,'.repeat(9_000)}1]}`)).toEqual([200, undefined])
  expect(await put(`{"x":[${'1,'.repeat(10_000)}1]}`)).toEqual([400, 'malformed_request'])
  expect(await put(nested(32))).toEqual([200, undefined])
  expect(await put(nested(33))).toEqual([400, 'malformed_request'])
  expect(await put(`{"x":"${'a'.repeat(70_000)}"}`)).toEqual([400, 'request_too_large'])
  // Signs of JSON in a text count for nothing.
  expect(await put(`{"x":"${'[,{'.repeat(20_000)}\\""}`)).toEqual([200, undefined])
  const order = await orders(client, customerId, { ...typedCard, description: 'a'.repeat(77_000) })
  expect(order.status).toBeLessThan(300)
})

test('one address has so many connections at once and no more, and has them again when it closes some', async () => {
  const { http } = await createWorld({ environment: { FLORIN_CONNECTIONS_PER_ADDRESS: '3' } })
  const url = new URL(await http.listen({ host: '127.0.0.1', port: 0 }))
  const open = async () => {
    const socket = connect(Number(url.port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const reply = new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(String(data).slice(0, 12)))
      socket.once('close', () => resolve('closed'))
      socket.once('error', () => resolve('closed'))
    })
    socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    return { socket, reply: await reply }
  }
  const first = [await open(), await open(), await open()]
  expect(first.map(({ reply }) => reply)).toEqual(Array(3).fill('HTTP/1.1 200'))
  expect((await open()).reply).toBe('closed')
  first[0]!.socket.destroy()
  await expect.poll(async () => (await open()).reply).toBe('HTTP/1.1 200')
})

test('a request that arrives too slowly is given up', async () => {
  const http = await openHttp((await createWorld()).app, undefined)
  expect([http.server.requestTimeout, http.server.headersTimeout]).toEqual([30_000, 15_000])
  await http.close()
})
