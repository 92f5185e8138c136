import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest, sampled } from '../world/length.ts'
import { sendRaw } from '../world/raw-client.ts'

/** The bytes of public clients (wire facts 3 and 10), by hand: what each of them really sends. */
async function openCounter() {
  const shop = await openApiShop()
  const { api, client, privateKey, world } = shop
  const customerId = await newCustomer(client)
  const pays = async (amount = '9.90') => (await orders(client, customerId, { ...typedCard, amount })).data
  const head = (line: string, ...headers: string[]) =>
    [`${line} HTTP/1.1`, 'Host: api-stage.example', `Authorization: Bearer ${privateKey}`, ...headers, '', ''].join(
      '\r\n',
    )
  /** Paid yesterday and settled, so that part of it can be refunded. */
  const settled = async () => {
    const paid = await pays()
    await world.pass({ days: 1 })
    return paid
  }
  return { ...shop, port: api.port, customerId, pays, settled, head }
}
const form = 'Content-Type: application/x-www-form-urlencoded'

test('a Node client that sends DELETE bodies without any framing gets its partial refund', async () => {
  const { port, client, head, settled } = await openCounter()
  const { transactionId } = await settled()
  const request = head(`DELETE /transaction/${transactionId}`, form, 'Connection: keep-alive')

  const [answer] = await sendRaw(port, [`${request}amount=4.00&message=Two+buns`])

  expect(answer).toMatchObject({
    status: 200,
    reason: 'OK',
    body: { code: 200, message: 'Success', data: { refundedAmount: '4.00' } },
  })
  expect(answer?.head).toMatch(/connection: close/i)
  expect((await client.get(`/transaction/${transactionId}`)).data).toMatchObject({ refundedAmount: '4.00' })
})

// In small: a Node client that sends DELETE bodies without any framing gets its partial refund
longTest('the same, when the network takes header and body apart', async () => {
  const { port, head, settled } = await openCounter()
  const { transactionId } = await settled()
  const request = head(`DELETE /transaction/${transactionId}`, form, 'Connection: keep-alive')

  const [answer] = await sendRaw(port, [request, 'amount=4.00'])

  expect(answer).toMatchObject({ status: 200, body: { data: { refundedAmount: '4.00' } } })
})

test('bytes behind a request that announced no body are not read: the reply goes first, and the connection closes', async () => {
  const { port, client, head, settled } = await openCounter()
  const { transactionId } = await settled()

  const [answer, ...more] = await sendRaw(port, [`${head(`GET /transaction/${transactionId}`)}amount=4.00`])

  expect(answer).toMatchObject({ status: 200, body: { data: { id: transactionId } } })
  expect(more).toEqual([])
  expect((await client.get(`/transaction/${transactionId}`)).data).toMatchObject({ refundedAmount: '0.00' })
})

// In small: bytes behind a request that announced no body are not read: the reply goes first, and the connection closes
longTest('a second request in the same packet is a request, and never the body of the first', async () => {
  const { port, client, customerId, head } = await openCounter()
  const { data } = await orders(client, customerId, { ...typedCard, saveCard: '1' })
  const first = head(`DELETE /card/${data.cardId}`, form)

  const [answer] = await sendRaw(port, [`${first}${head(`GET /customer/${customerId}`)}`])

  expect(answer).toMatchObject({ status: 200, body: { data: { id: data.cardId } } })
  expect((await client.get(`/customer/${customerId}`)).status).toBe(200)
})

test('a PHP plugin with a bare key and raw spaces in its form body refunds', async () => {
  const { port, privateKey, settled } = await openCounter()
  const { transactionId } = await settled()
  const body = 'amount=1.50&message=Refund for order 12'

  const [answer] = await sendRaw(port, [
    `DELETE /transaction/${transactionId} HTTP/1.1\r\nHost: api.example\r\nauthorization: ${privateKey}\r\naccept: application/json\r\n${form}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ])

  expect(answer).toMatchObject({
    status: 200,
    reason: 'OK',
    body: { code: 200, message: 'Success', data: { refundedAmount: '1.50' } },
  })
})

// In small: a PHP plugin with a bare key and raw spaces in its form body refunds
longTest(
  'a PHP plugin that cancels a subscription with terminateOrder alone, and one that asks with an old list address',
  async () => {
    const { port, client, customerId, head } = await openCounter()
    const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1', externalOrderId: 'sub_9' }
    const { data } = await orders(client, customerId, { ...typedCard, ...monthly })

    const [listed] = await sendRaw(port, [
      head('GET /order?externalOrderId=sub_9&orderType=recurring&page=1&perPage=1&reverseSorting=0'),
    ])
    const [cancelled] = await sendRaw(port, [
      `${head(`DELETE /order/${data.orderId}`, form, 'Content-Length: 18')}terminateOrder=yes`,
    ])

    expect(listed?.body).toMatchObject({ code: 200, data: [{ id: data.orderId }], pagination: { currentItemCount: 1 } })
    expect(cancelled).toMatchObject({ status: 200, reason: 'OK', body: { message: 'Success' } })
  },
)

// In small: a PHP plugin with a bare key and raw spaces in its form body refunds
longTest('a Ruby client rebills with a form and a Bearer key in its prefixed form', async () => {
  const { port, client, customerId, privateKey } = await openCounter()
  const { data } = await orders(client, customerId, { ...typedCard, orderType: 'managed' })
  const body = `customerId=${customerId}&amount=2.5`

  const [answer] = await sendRaw(port, [
    `PATCH /order-rebill/${data.orderId} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nUser-Agent: Ruby\r\nAuthorization: Bearer sk_test_${privateKey}\r\n${form}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  ])

  expect(answer).toMatchObject({ status: 200, body: { data: { id: data.orderId, transactionId: expect.any(Number) } } })
})

// In small: a PHP plugin with a bare key and raw spaces in its form body refunds
longTest('a Java client with chunked JSON and an absolute target behind a forward proxy is understood', async () => {
  const { port, privateKey } = await openCounter()
  const body = '{"identifier":"java-1","email":"j@example.com"}'

  const [answer] = await sendRaw(port, [
    `POST https://api-stage.example/customer HTTP/1.1\r\nHost: api-stage.example\r\nAuthorization: Bearer ${privateKey}\r\nContent-Type: application/json; charset=UTF-8\r\nTransfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ])

  expect(answer).toMatchObject({
    status: 201,
    reason: 'Created',
    body: { code: 201, message: 'Created', data: { id: expect.any(Number) } },
  })
})

// In small: a PHP plugin with a bare key and raw spaces in its form body refunds
longTest('the client of 2017 names its key as the user of HTTP Basic, and puts slashes before the query', async () => {
  const { port, customerId, privateKey } = await openCounter()
  const basic = Buffer.from(`${privateKey}:`).toString('base64')

  const [answer] = await sendRaw(port, [
    `GET /card/?customerId=${customerId} HTTP/1.1\r\nHost: api.example\r\nAuthorization: Basic ${basic}\r\n\r\n`,
  ])

  expect(answer).toMatchObject({
    status: 200,
    body: { data: [], pagination: { totalItemCount: 0, currentPageNumber: 1 } },
  })
})

test.each(
  sampled([
    ['no key', ''],
    ['a key of nobody', `Authorization: Bearer ${'0'.repeat(32)}\r\n`],
    ['a scheme of nobody', 'Authorization: Negotiate abc\r\n'],
    ['a live key form of a test key', 'Authorization: sk_live_KEY\r\n'],
  ]),
)('%s is 401 in the envelope', async (_what, header) => {
  const { port, privateKey } = await openCounter()

  const [answer] = await sendRaw(port, [
    `GET /order/1 HTTP/1.1\r\nHost: api.example\r\n${header.replace('KEY', privateKey)}\r\n`,
  ])

  expect(answer).toMatchObject({
    status: 401,
    body: { code: 401, message: 'Unauthorized', error: [{ code: 601 }], errors: [{ code: 601 }] },
  })
})

test('bodies that cannot be read are refused, and what is only odd is read', async () => {
  const { client, privateKey, api } = await openCounter()
  const post = async (body: string, type: string | undefined) => {
    const headers = { authorization: privateKey, ...(type && { 'content-type': type }) }
    const response = await fetch(`${api.url}/customer`, {
      method: 'POST',
      headers,
      body: new TextEncoder().encode(body),
    })
    return response.status
  }

  expect(await post('{"identifier":', 'application/json')).toBe(400)
  expect(await post('[1]', 'application/json')).toBe(400)
  expect(await post('', 'application/json')).toBe(400)
  expect(await post(`identifier=${'x'.repeat(1_100_000)}`, 'application/x-www-form-urlencoded')).toBe(400)
  expect(await post('identifier=a1&email=a%40example.com', undefined)).toBe(201)
  expect(await post('{"identifier":"a2","email":"a@example.com"}', 'text/plain')).toBe(201)
  expect(
    await post(
      'identifier=a3&email=a%40example.com&unknown[deep][er]=1',
      'application/x-www-form-urlencoded; charset=utf-8',
    ),
  ).toBe(201)
  expect(
    (await client.get('/customer?identifier=a&identifierMatchPartial=true&reverseSorting=false')).items,
  ).toHaveLength(4)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('where there is nothing the answer is in the envelope too', async () => {
  const { client } = await openCounter()

  expect(await client.get('/order/1/items')).toMatchObject({
    status: 404,
    body: { error: [{ reason: 'route_not_found' }] },
  })
  expect(await client.send('PUT', '/card/1')).toMatchObject({
    status: 404,
    body: { error: [{ reason: 'route_not_found' }] },
  })
})

test('both names of the session token return one for fifteen minutes, which Florin has signed', async () => {
  const { client, world } = await openCounter()
  for (const path of ['/auth/session-token', '/auth/jwt-token']) {
    const { data, body } = await client.get(path)
    const [head, claims, signature] = String(data.token).split('.')

    expect(body).toMatchObject({ code: 200, message: 'Success' })
    expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toMatchObject({
      siteId: 10001,
      iat: 1777888800,
      exp: 1777888800 + 900,
    })
    expect(world.app.keys.fingerprint('page', `${head}.${claims}`).toString('base64url')).toBe(signature)
  }
})
