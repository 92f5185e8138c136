import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'

const reserved = { ...typedCard, cardTransactionMode: 'auth' }

test('a transaction is returned with everything: who, what, which card, and what the provider did', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client, { country: 'RO', firstName: 'Ana' })
  const placed = await orders(client, customerId, {
    ...reserved,
    externalOrderId: 'web-1',
    backUrl: 'https://shop.example/back',
  })
  const { transactionId } = placed.data

  const { data } = await client.get(`/transaction/${transactionId}`)

  expect(data).toMatchObject({
    id: transactionId,
    siteId: 10001,
    orderId: placed.data.orderId,
    externalOrderId: 'web-1',
    customerId,
    customerData: { id: customerId, identifier: 'ana', firstName: 'Ana', country: 'RO' },
    transactionType: 'deposit',
    transactionMethod: 'card',
    transactionStatus: 'in-progress',
    ip: '203.0.113.9',
    amount: '9.90',
    currency: 'EUR',
    amountInEur: '9.90',
    refundedAmount: '0.00',
    customerCountry: 'RO',
    creationDate: '2026-05-04T10:00:00+00:00',
    transactionSource: 'service-call',
    cardType: 'visa',
    cardNumber: '411111******1111',
    cardExpiryDate: '12/2034',
    cardDescriptor: 'Crumb & Co.',
    backUrl: 'https://shop.example/back',
    email: 'ana@example.com',
    relatedTransactionIds: [],
  })
  expect(data.components).toMatchObject([
    { componentType: 'auth', providerRc: '00', providerNetworkTransactionId: expect.stringMatching(/\S/) },
  ])
})

// In small: a program of the merchant receives from the API what is recorded
longTest('an authorization is captured in part, once, and the rest is released', async () => {
  const { client, decided } = await openApiShop()
  const { data } = await orders(client, await newCustomer(client), reserved)
  const capture = (amount: string) => client.send('PUT', `/transaction/${data.transactionId}`, { form: { amount } })

  expect(await capture('9.91')).toMatchObject({ status: 400, body: { error: [{ code: 827, field: 'amount' }] } })
  expect(await capture('0')).toMatchObject({ status: 400, body: { error: [{ field: 'amount' }] } })
  expect(await capture('7.5')).toMatchObject({
    status: 200,
    body: { message: 'Success' },
    data: { transactionId: data.transactionId, transactionStatus: 'complete-ok', amount: '7.50' },
  })
  expect(await capture('1')).toMatchObject({ status: 409, body: { error: [{ code: 825 }] } })

  const { data: now } = await client.get(`/transaction/${data.transactionId}`)
  expect(now).toMatchObject({ amount: '7.50', originalAmount: '9.90', transactionStatus: 'complete-ok' })
  expect((now.components as { componentType: string }[]).map(({ componentType }) => componentType)).toEqual([
    'auth',
    'capture',
  ])
  expect(await decided()).toHaveLength(1)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('an authorization is voided whole, and says why', async () => {
  const { client } = await openApiShop()
  const { data } = await orders(client, await newCustomer(client), reserved)
  const { transactionId } = data

  expect(await client.send('DELETE', `/transaction/${transactionId}`, { form: { amount: '1.00' } })).toMatchObject({
    status: 400,
    body: { error: [{ code: 828 }] },
  })
  const voided = await client.send('DELETE', `/transaction/${transactionId}`, {
    form: { reason: 'duplicated-transaction', message: 'Ordered twice' },
  })

  expect(voided).toMatchObject({ status: 200, data: { transactionId, transactionStatus: 'void-ok' } })
  expect((await client.get(`/transaction/${transactionId}`)).data).toMatchObject({
    transactionStatus: 'void-ok',
    reason: 'duplicated-transaction',
    message: 'Ordered twice',
  })
})

test('before the settlement all of it is cancelled; afterwards, and in parts, it is refunded by transactions of their own', async () => {
  const { client, world } = await openApiShop()
  const customerId = await newCustomer(client)
  const first = await orders(client, customerId, typedCard)
  const second = await orders(client, customerId, typedCard)

  expect(await client.send('DELETE', `/transaction/${first.data.transactionId}`)).toMatchObject({
    status: 200,
    data: { transactionId: first.data.transactionId, transactionStatus: 'cancel-ok', refundedAmount: '9.90' },
  })

  await world.pass({ days: 1 })
  const path = `/transaction/${second.data.transactionId}`
  // As old shop plugins send it, with raw spaces.
  const part = await client.send('DELETE', path, { form: 'amount=4.90&message=Refund for order 12' })
  expect(part).toMatchObject({ status: 200, body: { message: 'Success' }, data: { refundedAmount: '4.90' } })
  expect(part.data.transactionId).not.toBe(second.data.transactionId)
  expect((await client.get(`/transaction/${part.data.transactionId}`)).data).toMatchObject({
    transactionType: 'refund',
    transactionStatus: 'refund-ok',
    amount: '4.90',
    message: 'Refund for order 12',
    parentTransactionId: second.data.transactionId,
    relatedTransactionIds: [second.data.transactionId],
  })
  expect(await client.send('DELETE', path, { json: { amount: 5.01 } })).toMatchObject({
    status: 400,
    body: { error: [{ code: 830, field: 'amount' }] },
  })
  const rest = await client.send('DELETE', path, { json: { reason: 'customer-demand' } })
  expect(rest).toMatchObject({ status: 200, data: { refundedAmount: '5.00' } })
  expect((await client.get(path)).data).toMatchObject({
    transactionStatus: 'refund-ok',
    refundedAmount: '9.90',
    relatedTransactionIds: [part.data.transactionId, rest.data.transactionId],
  })
  expect(await client.send('DELETE', path)).toMatchObject({ status: 409 })
  expect((await client.get('/transaction?dateType=refund&createdAtFrom=2026-05-05')).items.map(({ id }) => id)).toEqual(
    [rest.data.transactionId, part.data.transactionId],
  )
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a cancellation whose answer is lost is a success that is not done yet, and is there when it is', async () => {
  const { client, acquirerProxy, world } = await openApiShop()
  const { data } = await orders(client, await newCustomer(client), typedCard)
  acquirerProxy.next('reverse', 'response lost')
  const reversed = await client.send('DELETE', `/transaction/${data.transactionId}`)
  expect(reversed).toMatchObject({
    status: 200,
    body: { code: 200, message: 'Success' },
    data: { transactionStatus: 'complete-ok' },
  })

  await world.pass({ minutes: 5 })

  expect((await client.get(`/transaction/${data.transactionId}`)).data).toMatchObject({
    transactionStatus: 'cancel-ok',
  })
})

// In small: any two filters of payments find exactly what they must, page by page there and back, and count it
longTest('transactions are found by everything that is documented', async () => {
  const { client, world } = await openApiShop()
  const ana = await newCustomer(client, { email: 'Ana@Example.com', country: 'RO' })
  const ben = await newCustomer(client, { identifier: 'ben', email: 'ben@example.com', country: 'US', state: 'NY' })
  const one = (await orders(client, ana, { ...reserved, amount: '5.00' })).data
  world.clock.pass({ days: 1 })
  const two = (await orders(client, ana, { ...typedCard, amount: '0.05', currency: 'RON' })).data
  const master = { ...typedCard, cardNumber: '5555555555554444', cardHolderName: 'Ben Lee', ip: '198.51.100.7' }
  const three = (await orders(client, ben, { ...master, amount: '20.00' })).data
  await client.send('DELETE', `/transaction/${one.transactionId}`, { form: { reason: 'fraud-confirm' } })
  const four = (await client.send('DELETE', `/transaction/${three.transactionId}`, { form: { amount: '3' } })).data
  const names = new Map([one, two, three, four].map(({ transactionId }, index) => [transactionId, index + 1]))
  const found = async (query: string) =>
    (await client.get(`/transaction?reverseSorting=0&${query}`)).items.map(({ id }) => names.get(id))

  const expected: [query: string, found: number[]][] = [
    ['', [1, 2, 3, 4]],
    [`orderId=${one.orderId}`, [1]],
    [`customerId=${ana}`, [1, 2]],
    ['email=ana@example.com', [1, 2]],
    ['country=us&state=ny', [3, 4]],
    ['transactionMethod=card', [1, 2, 3, 4]],
    ['transactionMethod=wallet', []],
    ['currency=RON', [2]],
    ['amountFrom=3&amountTo=5.00', [1, 4]],
    ['transactionType=refund', [4]],
    ['transactionStatus[]=void-ok&transactionStatus[]=complete-failed', [1, 2]],
    ['transactionStatus=void-ok&transactionStatus=refund-ok', [1, 4]],
    ['transactionStatus=charge-back', []],
    ['createdAtFrom=2026-05-05T00:00:00+00:00', [2, 3, 4]],
    ['createdAtTo=2026-05-04', [1]],
    ['dateType=approval&createdAtFrom=2026-05-05', [3]],
    ['dateType=refund', [4]],
    ['dateType=cancellation&createdAtFrom=2026-05-05', [1]],
    ['dateType=charge-back', []],
    [`greaterThanId=${two.transactionId}`, [3, 4]],
    ['source[]=service-call', [1, 2, 3, 4]],
    ['source=re-bill&source=re-bill-micro', []],
    ['ip=198.51.100.7', [3, 4]],
    ['reason=fraud-confirm', [1]],
    ['cardType=mastercard', [3, 4]],
    ['cardNumber=411111*', [1, 2]],
    ['cardNumber=*4444', [3, 4]],
    ['cardNumber=4111******1111', [1, 2]],
    ['cardNumber=5555555555554444', [3, 4]],
    ['cardHolderName=ben', [3, 4]],
    [`initialTransactionId=${three.transactionId}`, [4]],
    ['walletBrand=paypal', []],
    ['fraudScoreGreaterThan=1', []],
    ['userId=7', []],
    ['cardProvider=romcard', []],
    ['walletProvider=skrill', []],
    ['walletHolderName=Ana', []],
    ['walletHolderEmail=ana@example.com', []],
    ['nobodyKnowsThis=1', [1, 2, 3, 4]],
    [`parentResourceType=site&parentResourceId[]=10001`, [1, 2, 3, 4]],
  ]
  const all = await Promise.all(expected.map(async ([query]) => [query, await found(query)]))
  expect(all).toEqual(expected)

  const { data } = await client.send('POST', '/transaction-search', { form: { 'transactionStatus[]': 'void-ok' } })
  expect(await found(`searchId=${data.searchId}`)).toEqual([1])
})

test('a wrong filter is refused by name and not taken for none', async () => {
  const { client } = await openApiShop()
  for (const [query, field] of [
    ['transactionStatus[]=paid', 'transactionStatus[0]'],
    ['amountFrom=ten', 'amountFrom'],
    ['createdAtFrom=2026-02-30', 'createdAtFrom'],
    ['customerId=ana', 'customerId'],
    ['cardNumber=4111-1111', 'cardNumber'],
    ['page=first', 'page'],
    ['page=1&page=2', 'page'],
    ['reverseSorting=maybe', 'reverseSorting'],
  ] as const) {
    expect(await client.get(`/transaction?${query}`)).toMatchObject({ status: 400, body: { error: [{ field }] } })
  }
  expect((await client.get('/transaction?page=-1')).body.error).toMatchObject([{ code: 602, field: 'page' }])
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a transaction that is not there is 824', async () => {
  const { client } = await openApiShop()
  for (const method of ['GET', 'PUT', 'DELETE'])
    expect(await client.send(method, '/transaction/999999')).toMatchObject({
      status: 404,
      body: { error: [{ code: 824 }] },
    })
})
