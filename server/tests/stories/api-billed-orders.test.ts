import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'

const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }

test('a subscription begins with its trial, is postponed, gets another card and is cancelled', async () => {
  const { client, world } = await openApiShop()
  const customerId = await newCustomer(client)
  const trial = { trialAmount: '1.00', firstBillDate: '2026-06-01' }
  const { data } = await orders(client, customerId, { ...typedCard, ...monthly, ...trial })
  const { orderId } = data
  expect((await client.get(`/order/${orderId}`)).data).toMatchObject({
    orderType: 'recurring',
    orderStatus: 'in-progress',
    amount: 9.9,
    trialAmount: 1,
    intervalType: 'month',
    intervalValue: 1,
    nextDueDate: '2026-05-31T21:00:00+00:00',
  })
  expect((await client.get(`/transaction/${data.transactionId}`)).data).toMatchObject({
    amount: '1.00',
    description: '1 month subscription trial',
  })

  const later = await client.send('PUT', `/order/${orderId}`, {
    form: `customerId=${customerId}&orderType=recurring&nextDueDate=2026-07-01T10:00:00+00:00`,
  })
  expect(later.data).toMatchObject({ nextDueDate: '2026-07-01T10:00:00+00:00' })
  await world.pass({ months: 2 })
  expect((await client.get(`/transaction?orderId=${orderId}&source[]=re-bill`)).items).toMatchObject([
    { amount: '9.90' },
  ])

  const card = {
    ...typedCard,
    cardNumber: '5555555555554444',
    customerId: String(customerId),
    amount: '9.90',
    currency: 'EUR',
  }
  const updated = await client.send('PATCH', `/order-update-card/${orderId}`, { form: card })
  expect(updated).toMatchObject({ status: 200, data: { id: orderId, transactionId: expect.any(Number) } })
  expect((await client.get(`/transaction/${updated.data.transactionId}`)).data).toMatchObject({
    transactionSource: 'card-change',
    transactionType: 'verify-card',
  })

  const cancelled = await client.send('DELETE', `/order/${orderId}`, {
    form: 'terminateOrder=yes&reason=customer-demand&message=Moves to another town',
  })
  expect(cancelled.body).toEqual({
    code: 200,
    message: 'Success',
    data: { id: orderId, orderId, orderStatus: 'complete-ok' },
  })
  const { data: ended } = await client.get(`/order/${orderId}`)
  expect(ended).toMatchObject({
    orderStatus: 'complete-ok',
    reason: 'customer-demand',
    message: 'Moves to another town',
    endReason: 'cancelled_by_merchant',
  })
  expect(ended).not.toHaveProperty('nextDueDate')
})

// In small: a program of the merchant receives from the API what is recorded
longTest(
  'a managed order is billed whenever its merchant asks, by PATCH and by POST, each with its own amount',
  async () => {
    const { client } = await openApiShop()
    const customerId = await newCustomer(client)
    const { data } = await orders(client, customerId, { ...typedCard, orderType: 'managed' })
    const bill = (method: string, amount: string) =>
      client.send(method, `/order-rebill/${data.orderId}`, { form: { customerId: String(customerId), amount } })

    expect((await bill('PATCH', '3.50')).body).toMatchObject({
      code: 200,
      message: 'Success',
      data: { id: data.orderId, transactionId: expect.any(Number), cardId: data.cardId },
    })
    expect(await bill('POST', '4')).toMatchObject({ status: 200 })
    expect(await bill('PATCH', '0.05')).toMatchObject({ status: 402, body: { error: [{ code: 837 }] } })

    const { items } = await client.get(`/transaction?orderId=${data.orderId}&reverseSorting=0`)
    expect(
      items.map(({ amount, transactionSource, transactionStatus }) => [amount, transactionSource, transactionStatus]),
    ).toEqual([
      ['9.90', 'service-call', 'complete-ok'],
      ['3.50', 're-bill', 'complete-ok'],
      ['4.00', 're-bill', 'complete-ok'],
      ['0.05', 're-bill', 'complete-failed'],
    ])
  },
)

// In small: a card that was tokenised elsewhere is charged by the pair that its order was given, now and at every rebill
longTest(
  'a card that was tokenised elsewhere is billed by the network id of its first transaction, and by both facts only',
  async () => {
    const { client } = await openApiShop()
    const customerId = await newCustomer(client)
    const { data } = await orders(client, customerId, { ...typedCard, saveCard: '1' })
    const managed = { orderType: 'managed', transactionMethod: 'card', cardId: String(data.cardId) }

    const alone = await orders(client, customerId, { ...managed, networkTransactionId: 'MCC123456' })
    const both = await orders(client, customerId, {
      ...managed,
      networkTransactionId: 'MCC123456',
      networkTransactionDate: '1770000000000',
    })

    expect(alone).toMatchObject({ status: 400, body: { error: [{ field: 'networkTransactionDate' }] } })
    expect(both).toMatchObject({ status: 200, data: { orderStatus: 'in-progress' } })
  },
)

test('terminateOrder=no returns the money of the last payment, and the subscription goes on', async () => {
  const { client, world } = await openApiShop()
  const customerId = await newCustomer(client)
  const { data } = await orders(client, customerId, { ...typedCard, ...monthly })
  const { orderId } = data

  const returned = await client.send('DELETE', `/order/${orderId}`, {
    form: 'terminateOrder=no&reason=customer-demand',
  })

  expect(returned).toMatchObject({ status: 200, data: { orderId, orderStatus: 'in-progress' } })
  expect((await client.get(`/transaction/${data.transactionId}`)).data).toMatchObject({
    transactionStatus: 'cancel-ok',
  })
  await world.pass({ months: 1 })
  expect((await client.get(`/transaction?orderId=${orderId}&source[]=re-bill`)).items).toHaveLength(1)
})

test('terminateOrder=no, sent again since its answer was lost, returns nothing more', async () => {
  const { client, world } = await openApiShop()
  const customerId = await newCustomer(client)
  const { data } = await orders(client, customerId, { ...typedCard, ...monthly })
  const { orderId } = data
  await world.pass({ months: 1 })
  await world.pass({ months: 1 })
  const send = () => client.send('DELETE', `/order/${orderId}`, { form: 'terminateOrder=no&reason=customer-demand' })
  const paid = (await client.get(`/transaction?orderId=${orderId}`)).items
  const newest = Math.max(...paid.map(({ id }) => Number(id)))

  expect(await send()).toMatchObject({ status: 200, data: { orderId, transactionId: newest } })
  for (const _ of [1, 2]) expect(await send()).toMatchObject({ status: 409 })
  const after = (await client.get(`/transaction?orderId=${orderId}`)).items
  const taken = after.filter(({ transactionStatus }) => transactionStatus === 'complete-ok')
  expect(taken.map(({ id }) => Number(id)).toSorted()).toEqual(
    paid
      .map(({ id }) => Number(id))
      .filter((id) => id !== newest)
      .toSorted(),
  )
})

test('terminateOrder=no is refused when there is no payment to return', async () => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)
  const { data } = await orders(client, customerId, monthly)
  const refused = await client.send('DELETE', `/order/${data.orderId}`, { form: 'terminateOrder=no' })
  expect(refused).toMatchObject({ status: 409, body: { error: [{ reason: 'order_not_paid' }] } })
})

test.each([
  ['an amount', { amount: '19.90' }, 'amount'],
  ['another list of retries', { retryPayment: 'P1D' }, 'retryPayment'],
  ['another type', { orderType: 'managed' }, 'orderType'],
])('a change of an order refuses %s by name, and changes nothing', async (_what, change, field) => {
  const { client } = await openApiShop()
  const customerId = await newCustomer(client)
  const { data } = await orders(client, customerId, { ...typedCard, ...monthly })
  const before = (await client.get(`/order/${data.orderId}`)).data
  const form = { intervalType: 'day', intervalValue: '7', ...change }
  const refused = await client.send('PUT', `/order/${data.orderId}`, { form })
  expect(refused).toMatchObject({ status: 400, body: { error: [{ field }] } })
  expect((await client.get(`/order/${data.orderId}`)).data).toEqual(before)
})
