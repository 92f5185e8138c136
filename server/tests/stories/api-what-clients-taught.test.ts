import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { sendRaw } from '../world/raw-client.ts'

/** Wire fact 12: what running the public clients taught about the REST interface. */

// In small: a Node client that sends DELETE bodies without any framing gets its partial refund
longTest('a refund whose form never arrives is refused, and nothing is changed', async () => {
  const { api, client, privateKey, world } = await openApiShop()
  const { transactionId } = (await orders(client, await newCustomer(client), typedCard)).data
  await world.pass({ days: 1 })
  const head = (...headers: string[]) =>
    [`DELETE /transaction/${transactionId} HTTP/1.1`, 'Host: api.example', `Authorization: ${privateKey}`, ...headers]
      .concat('', '')
      .join('\r\n')
  const form = 'Content-Type: application/x-www-form-urlencoded'

  const [lost] = await sendRaw(api.port, [head(form)])
  expect(lost).toMatchObject({ status: 400, body: { error: [{ code: 604, reason: 'body_missing' }] } })
  expect((await client.get(`/transaction/${transactionId}`)).data).toMatchObject({ refundedAmount: '0.00' })

  const [part] = await sendRaw(api.port, [`${head(form, 'Content-Length: 11')}amount=4.00`])
  expect(part).toMatchObject({ status: 200, body: { data: { refundedAmount: '4.00' } } })
  const [rest] = await sendRaw(api.port, [head()])
  expect(rest).toMatchObject({ status: 200, body: { data: { refundedAmount: '5.90' } } })
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a payment whose response is lost answers like any other order, with the status uncertain', async () => {
  const { client, acquirerProxy } = await openApiShop()
  acquirerProxy.next('authorize', 'response lost')
  const placed = await orders(client, await newCustomer(client), typedCard)
  expect(placed).toMatchObject({
    status: 200,
    body: { code: 200, message: 'Success', data: { orderStatus: 'start', transactionStatus: 'uncertain' } },
  })
})

// In small: a program of the merchant receives from the API what is recorded
longTest('an order that sends the customer to their bank answers 200', async () => {
  const { client } = await openApiShop()
  const input = { ...typedCard, amount: '30.00', backUrl: 'https://shop.example/back' }
  const placed = await orders(client, await newCustomer(client), input)
  expect(placed).toMatchObject({ status: 200, body: { code: 200, message: 'Success', data: { is3d: 1 } } })
})

// In small: a program of the merchant receives from the API what is recorded
longTest('what creates an order or bills it answers with the whole record, without what is not known', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)
  const placed = await orders(client, customerId, { ...typedCard, orderType: 'managed' })
  const whole = { customerId, orderType: 'managed', orderStatus: 'in-progress', amount: 9.9, currency: 'EUR' }
  expect(placed.data).toMatchObject({ ...whole, id: placed.data.orderId, cardId: expect.any(Number) })
  const rebilled = await client.send('PATCH', `/order-rebill/${placed.data.orderId}`, { form: { amount: '2.50' } })
  expect(rebilled.data).toMatchObject({ ...whole, id: placed.data.orderId, transactionStatus: 'complete-ok' })
  for (const { data } of [placed, rebilled]) expect(Object.values(data)).not.toContain(null)
})

test('what is not known is left out of every reply, but for what clients declare as null', async () => {
  const { api } = await openApiShop()
  const declared = new Set<string>()
  const collect = (schema: unknown, name: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    const { type } = schema as { type?: unknown }
    if (type === 'null' || (Array.isArray(type) && type.includes('null'))) declared.add(name)
    for (const [key, value] of Object.entries(schema)) collect(value, /^(anyOf|\d+|items)$/.test(key) ? name : key)
  }
  const { '/test-clock': _ours, ...paths } = api.document.paths
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  collect([operations.map(({ responses }) => responses), api.document.components], '')
  expect([...declared].toSorted()).toEqual(['ip', 'splitStatus', 'transactionOption'])
})

test('a list of transactions says what each followed, and what followed it', async () => {
  const { client, world } = await openApiShop()
  const { transactionId } = (await orders(client, await newCustomer(client), typedCard)).data
  await world.pass({ days: 1 })
  const refund = (await client.send('DELETE', `/transaction/${transactionId}`, { form: { amount: '1.00' } })).data
  expect((await client.get('/transaction?reverseSorting=0')).items).toMatchObject([
    { id: transactionId, relatedTransactionIds: [refund.transactionId] },
    { id: refund.transactionId, parentTransactionId: transactionId, relatedTransactionIds: [transactionId] },
  ])
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a cancelled transaction says that all of it went back', async () => {
  const { client } = await openApiShop()
  const { transactionId } = (await orders(client, await newCustomer(client), typedCard)).data
  await client.send('DELETE', `/transaction/${transactionId}`)
  expect((await client.get(`/transaction/${transactionId}`)).data).toMatchObject({
    transactionStatus: 'cancel-ok',
    amount: '9.90',
    refundedAmount: '9.90',
  })
})

test('a search keeps the length of its pages and their order; a page may say otherwise', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)
  const ids = []
  for (let made = 0; made < 3; made++) ids.push((await orders(client, customerId, {})).data.orderId)
  const { data } = await client.send('POST', '/order-search', { form: { perPage: '2', reverseSorting: '0' } })
  const idsOf = async (page: string) =>
    (await client.get(`/order?searchId=${data.searchId}${page}`)).items.map(({ id }) => id)
  expect(await idsOf('')).toEqual(ids.slice(0, 2))
  expect(await idsOf('&page=2')).toEqual(ids.slice(2))
  expect(await idsOf('&perPage=1&reverseSorting=1')).toEqual(ids.slice(2))
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a list of a partner is one of the merchant by another name', async () => {
  const { client, site } = await openApiShop()
  for (const type of ['merchant', 'partner']) {
    const of = (id: number) => client.get(`/order?parentResourceType=${type}&parentResourceId[]=${id}`)
    expect((await of(site.merchantId)).status).toBe(200)
    expect((await of(site.merchantId + 1)).status).toBe(403)
  }
})

// In small: a transaction is returned with everything: who, what, which card, and what the provider did
longTest('what a store says of the cardholder and of their statement is in the records of its payments', async () => {
  const { client } = await openApiShop()
  const facts = { cardHolderCountry: 'RO', cardHolderState: 'B', cardDescriptor: 'CRUMB BAKERY 7' }
  const { transactionId } = (await orders(client, await newCustomer(client), { ...typedCard, ...facts })).data
  expect((await client.get(`/transaction/${transactionId}`)).data).toMatchObject(facts)
  expect((await client.get('/transaction')).items).toMatchObject([facts])
})
