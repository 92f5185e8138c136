import { expect, test } from 'vitest'
import { bread, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest, sampled } from '../world/length.ts'

const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }

// In small: a program of the merchant receives from the API what is recorded
longTest(
  'an order is opened without a card, and found by our id, by the id of the store, and in the list',
  async () => {
    const { client } = await openApiShop()
    const customerId = await newCustomer(client)

    const placed = await orders(client, customerId, { externalOrderId: 'web-77', 'tag[]': 'spring' })

    expect(placed).toMatchObject({ status: 200, body: { code: 200, message: 'Success' } })
    const { orderId } = placed.data
    const answered = { orderId, orderStatus: 'start', externalOrderId: 'web-77', is3d: 0, isRedirect: false }
    const byId = await client.get(`/order/${orderId}`)
    expect(byId.data).toMatchObject({
      id: orderId,
      siteId: 10001,
      customerId,
      externalOrderId: 'web-77',
      orderType: 'purchase',
      orderStatus: 'start',
      amount: 9.9,
      currency: 'EUR',
      description: 'Bread',
      createdAt: '2026-05-04T10:00:00+00:00',
      tags: [{ tag: 'spring' }],
    })
    const known = Object.fromEntries(Object.entries(byId.data).filter(([, value]) => value !== null))
    expect(placed.data).toEqual({ ...known, ...answered })
    expect((await client.get('/order/web-77')).data).toEqual(byId.data)
    expect((await client.get('/order/?externalOrderId=web-77&page=0&perPage=1')).items).toEqual([byId.data])
    expect(await client.get('/order/web-78')).toMatchObject({ status: 404, body: { error: [{ code: 1100 }] } })
  },
)

// In small: a program of the merchant receives from the API what is recorded
longTest('a typed card pays an order and is stored when the store asks for it', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)

  const placed = await orders(client, customerId, { ...typedCard, saveCard: 'true' })

  expect(placed).toMatchObject({
    status: 200,
    data: { orderStatus: 'complete-ok', transactionStatus: 'complete-ok', cardId: expect.any(Number), is3d: 0 },
  })
  expect((await client.get(`/card?customerId=${customerId}`)).items).toMatchObject([{ id: placed.data.cardId }])
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a declined card is 402 with the order, the transaction and why', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)

  const declined = await orders(client, customerId, { ...typedCard, amount: '0.02' })

  expect(declined).toMatchObject({
    status: 402,
    body: {
      code: 402,
      message: 'Payment Required',
      data: { orderId: expect.any(Number), transactionId: expect.any(Number) },
      error: [{ code: 837, type: 'Exception', reason: 'insufficient_funds' }],
    },
  })
  expect((await client.get(`/order/${declined.data.orderId}`)).data).toMatchObject({ orderStatus: 'complete-failed' })
})

test('a soft decline is 839; sent again as one, the customer is sent to their bank and comes back paid', async () => {
  const { client, world } = await openApiShop()
  const customerId = await newCustomer(client)
  const insisting = {
    ...typedCard,
    cardNumber: '4000040000002004',
    externalOrderId: 'web-1',
  }
  const declined = await orders(client, customerId, insisting)
  expect(declined).toMatchObject({ status: 402, body: { error: [{ code: 839 }] } })

  const again = await orders(client, customerId, {
    ...insisting,
    backUrl: 'https://shop.example/back?order=1',
    transactionOption: '{"isSoftDecline":"yes"}',
  })
  expect(again).toMatchObject({
    status: 200,
    data: { orderId: declined.data.orderId, is3d: 1, isRedirect: true, redirect: { formMethod: 'POST' } },
  })

  const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '')
  const { redirect } = again.data as { redirect: { url: string; params: Record<string, string> } }
  const bank = (fields: Record<string, string>, path = pathOf(redirect.url)) =>
    world.http.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const wayBack = (await bank({ ...redirect.params, code: '00000' })).body
  const url = /<form[^>]* action="([^"]+)"/.exec(wayBack)![1]!.replaceAll('&amp;', '&')
  const fields = Object.fromEntries(
    [...wayBack.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
  const landed = (await bank(fields, pathOf(url))).body

  expect(landed).toContain('action="https://shop.example/back?order=1"')
  expect(landed).toContain('name="opensslResult"')
  expect((await client.get('/order/web-1')).data).toMatchObject({ orderStatus: 'complete-ok' })
  // A reload of the way back shows the same and charges nothing.
  expect((await bank(fields, pathOf(url))).body).toContain('name="opensslResult"')
  expect((await client.get('/transaction?transactionStatus[]=complete-ok')).items).toHaveLength(1)
})

// In small: a stored card pays without its owner, with the network's id of their own first payment
longTest('a stored card pays without the customer, because their own first payment is known', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)
  const { data } = await orders(client, customerId, { ...typedCard, saveCard: '1' })

  const placed = await orders(client, customerId, { transactionMethod: 'card', cardId: String(data.cardId) })

  expect(placed).toMatchObject({ status: 200, data: { orderStatus: 'complete-ok', cardId: data.cardId } })
})

test('what can never be billed is refused at once, by field, and opens no order', async () => {
  const { client, count } = await openApiShop()
  const customerId = await newCustomer(client)
  const wrong: [input: Record<string, string>, field: string][] = [
    [{ orderType: 'recurring' }, 'intervalType'],
    [{ ...monthly, intervalValue: '400' }, 'intervalValue'],
    [{ ...monthly, trialAmount: '1.00', firstBillDate: '2020-01-01' }, 'firstBillDate'],
    [{ ...monthly, firstBillDate: '2026-12-01' }, 'firstBillDate'],
    [{ amount: '9.905' }, 'amount'],
    [{ currency: 'USD' }, 'currency'],
    [{ customerId: '424242' }, 'customerId'],
    [{ externalOrderId: 'a b' }, 'externalOrderId'],
    [{ ...typedCard, cardNumber: '4111111111111112' }, 'cardNumber'],
    [{ ...typedCard, cardExpiryDate: '01/20' }, 'cardExpiryDate'],
    [{ cardId: '999' }, 'cardId'],
    [{ level3Data: 'none' }, 'level3Data'],
  ]
  for (const [input, field] of wrong) {
    const refused = await orders(client, customerId, input)
    expect([refused.status, refused.body.error?.[0]?.field]).toEqual([400, field])
    expect(JSON.stringify(refused.body)).not.toContain('4111111111111112')
  }
  expect(await count('orders.orders')).toBe(0)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('an order id of the store that is taken is refused with the order it belongs to', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)
  await orders(client, customerId, { ...typedCard, externalOrderId: 'web-1' })

  const again = await orders(client, customerId, { ...typedCard, externalOrderId: 'web-1' })

  expect(again).toMatchObject({ status: 409, body: { error: [{ code: 1102, field: 'externalOrderId' }] } })
})

test('orders are found by everything that is documented', async () => {
  const { client, world } = await openApiShop()
  const ana = await newCustomer(client)
  const ben = await newCustomer(client, { identifier: 'ben' })
  await orders(client, ana, { externalOrderId: 'a', 'tag[]': 'spring' })
  world.clock.pass({ days: 1 })
  await orders(client, ana, { ...typedCard, ...monthly, externalOrderId: 'b' })
  await orders(client, ben, { ...typedCard, externalOrderId: 'c' })
  await client.send('DELETE', '/order/b', { json: { terminateOrder: 'yes', reason: 'customer-demand' } })
  const found = async (query: string) =>
    (await client.get(`/order?reverseSorting=0&${query}`)).items.map(({ externalOrderId }) => externalOrderId)

  expect(await found('')).toEqual(['a', 'b', 'c'])
  expect(await found(`customerId=${ana}`)).toEqual(['a', 'b'])
  expect(await found('orderType=recurring')).toEqual(['b'])
  expect(await found('orderStatus=complete-ok')).toEqual(['b', 'c'])
  expect(await found('tag=spring')).toEqual(['a'])
  expect(await found('reason=customer-demand')).toEqual(['b'])
  expect(await found('createdAtFrom=2026-05-05')).toEqual(['b', 'c'])
  expect(await found('createdAtTo=2026-05-04T23:59:59+00:00')).toEqual(['a'])
  expect(await found('orderType=managed')).toEqual([])
  const { data } = await client.send('POST', '/order-search', { form: { orderType: 'recurring' } })
  expect(await found(`searchId=${data.searchId}`)).toEqual(['b'])
})

// In small: JSON numbers and form text are the same link
longTest('a client that sends JSON places the same order', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)

  const placed = await client.send('POST', '/order', {
    json: { ...bread, ...typedCard, amount: 12.5, customerId, saveCard: false, externalCustomData: 'table 7' },
  })

  expect(placed).toMatchObject({ status: 200, data: { orderStatus: 'complete-ok' } })
  expect((await client.get(`/transaction/${placed.data.transactionId}`)).data).toMatchObject({
    amount: '12.50',
    externalCustomData: 'table 7',
    cardHolderName: 'Ana Pop',
  })
})

// In small: orders are found by everything that is documented
longTest("a number in a path is our id, and never a store's own number of another order", async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)
  const first = await orders(client, customerId)
  const own = String(first.data.orderId)
  const second = await orders(client, customerId, { externalOrderId: own })

  expect((await client.get(`/order/${own}`)).data).toMatchObject({ id: first.data.orderId })
  expect((await client.get(`/order?externalOrderId=${own}`)).items).toMatchObject([{ id: second.data.orderId }])
  const other = await orders(client, customerId, { externalOrderId: '77777' })
  expect(other.status).toBe(200)
  expect(await client.get('/order/77777')).toMatchObject({ status: 404 })
})

test.each(sampled(['x', '203.0.113', '203.0.113.9:443', 'localhost']))('the ip %s is refused by name', async (ip) => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)
  expect(await orders(client, customerId, { ip })).toMatchObject({
    status: 400,
    body: { error: [{ field: 'ip', message: expect.stringContaining('an IP address') }] },
  })
})
