import { expect, test } from 'vitest'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { type ApiClient, bread, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest, sampled } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'

/** Wire fact 12, row 8: a client gives up after ten seconds. Once `isSlow` was called, the time of a reply is a moment. */
const patient = { environment: { FLORIN_REPLY_WITHIN_MS: '60000', FLORIN_ACQUIRER_TIMEOUT_MS: '60000' } }
const isSlow = ({ world, acquirerProxy }: Pick<Shop, 'world' | 'acquirerProxy'>, kind: Slow) => {
  const request = delay()
  acquirerProxy.next(kind, request.mishap)
  world.app.config.replyWithinMs = 20
  return request
}

const openSlowShop = async () => {
  const shop = await openApiShop({}, patient)
  const statusOf = async (id: unknown) => (await shop.client.get(`/transaction/${id}`)).data.transactionStatus
  /** What the acquirer does about a request that it has now. */
  const answersNow = async (request: ReturnType<typeof delay>) => {
    request.goOn()
    await shop.world.app.connectors.idle()
    shop.world.app.config.replyWithinMs = 60_000
  }
  return { ...shop, statusOf, answersNow, isSlow: (kind: Slow) => isSlow(shop, kind) }
}

test('an order is answered as uncertain while the acquirer takes its time, and is paid when the acquirer says so', async () => {
  const { client, acquirerProxy, statusOf, answersNow, isSlow, world } = await openSlowShop()
  const customerId = await newCustomer(client)
  const request = isSlow('authorize')

  const placed = await orders(client, customerId, typedCard)

  expect(placed).toMatchObject({
    status: 200,
    body: { code: 200, message: 'Success', data: { orderStatus: 'start', transactionStatus: 'uncertain' } },
  })
  expect(await statusOf(placed.data.transactionId)).toBe('uncertain')
  await answersNow(request)
  expect(await statusOf(placed.data.transactionId)).toBe('complete-ok')
  expect((await client.get(`/order/${placed.data.orderId}`)).data.orderStatus).toBe('complete-ok')
  expect(acquirerProxy.requests.map(({ kind }) => kind)).toEqual(['authorize'])
  await world.pass({ minutes: 5 })
  expect(acquirerProxy.requests.map(({ kind }) => kind)).toEqual(['authorize'])
})

test('a decline that comes after the reply is recorded, and until then nothing else is tried', async () => {
  const { client, statusOf, answersNow, isSlow } = await openSlowShop()
  const customerId = await newCustomer(client)
  const request = isSlow('authorize')
  const sent = { ...typedCard, amount: '0.05', externalOrderId: 'bread-1' }
  const placed = await orders(client, customerId, sent)
  expect(placed).toMatchObject({ status: 200, data: { transactionStatus: 'uncertain' } })

  expect(await orders(client, customerId, sent)).toMatchObject({ status: 409 })

  await answersNow(request)
  expect(await statusOf(placed.data.transactionId)).toBe('complete-failed')
  expect((await client.get(`/order/${placed.data.orderId}`)).data.orderStatus).toBe('complete-failed')
})

test('the resolver and the late answer of the acquirer race, and the payment is recorded once', async () => {
  const { client, acquirerProxy, statusOf, answersNow, world } = await openSlowShop()
  const [request, inquiry] = [delay(), delay()]
  acquirerProxy.next('authorize', async (deliver) => {
    const result = await deliver()
    return request.mishap(async () => result)
  })
  acquirerProxy.next('inquire', inquiry.mishap)
  const customerId = await newCustomer(client)
  world.app.config.replyWithinMs = 20
  const { data } = await orders(client, customerId, typedCard)
  await request.reached
  const resolving = world.pass({ minutes: 2 })
  await inquiry.reached
  inquiry.goOn()
  await Promise.all([resolving, answersNow(request)])
  expect(await statusOf(data.transactionId)).toBe('complete-ok')
  expect((await world.verify()).differences).toEqual([])
})

type Slow = 'capture' | 'reverse' | 'refund' | 'authorize' | 'payOut'
type Placed = Readonly<Record<string, unknown>>
type Case = {
  kind: Slow
  input?: Record<string, string>
  /** What is to be done with the order before. */
  settled?: boolean
  call: (client: ApiClient, placed: Placed) => ReturnType<ApiClient['send']>
  /** The public status in the reply, and when the acquirer has answered. */
  statuses: [string, string]
}

const slow: Record<string, Case> = {
  'a capture': {
    kind: 'capture',
    input: { cardTransactionMode: 'auth' },
    call: (client, { transactionId }) => client.send('PUT', `/transaction/${transactionId}`, { form: {} }),
    statuses: ['in-progress', 'complete-ok'],
  },
  'a void': {
    kind: 'reverse',
    input: { cardTransactionMode: 'auth' },
    call: (client, { transactionId }) => client.send('DELETE', `/transaction/${transactionId}`),
    statuses: ['in-progress', 'void-ok'],
  },
  'a cancellation': {
    kind: 'reverse',
    call: (client, { transactionId }) => client.send('DELETE', `/transaction/${transactionId}`),
    statuses: ['complete-ok', 'cancel-ok'],
  },
  'a refund': {
    kind: 'refund',
    settled: true,
    call: (client, { transactionId }) =>
      client.send('DELETE', `/transaction/${transactionId}`, { form: { amount: '1.00' } }),
    statuses: ['in-progress', 'refund-ok'],
  },
  'a rebill': {
    kind: 'authorize',
    input: { orderType: 'managed' },
    call: (client, { orderId }) => client.send('PATCH', `/order-rebill/${orderId}`, { form: { amount: '2.50' } }),
    statuses: ['uncertain', 'complete-ok'],
  },
  'another card': {
    kind: 'authorize',
    input: { orderType: 'managed' },
    call: (client, { orderId, customerId }) =>
      client.send('PATCH', `/order-update-card/${orderId}`, {
        form: {
          customerId: String(customerId),
          ...typedCard,
          cardNumber: '5555555555554444',
        },
      }),
    statuses: ['uncertain', 'complete-ok'],
  },
}

test.each(sampled(Object.entries(slow), 3))(
  '%s is answered in time, and is done when the acquirer has answered',
  async (_, one) => {
    const { client, statusOf, answersNow, isSlow, world } = await openSlowShop()
    const placed = (await orders(client, await newCustomer(client), { ...typedCard, ...one.input })).data
    if (one.settled) await world.pass({ days: 1 })
    const request = isSlow(one.kind)

    const reply = await one.call(client, placed)

    expect(reply).toMatchObject({ status: 200, body: { code: 200, message: 'Success' } })
    const id = reply.data.transactionId ?? (await client.get('/transaction')).items[0]!.id
    expect(await statusOf(id)).toBe(one.statuses[0])
    await answersNow(request)
    expect(await statusOf(id)).toBe(one.statuses[1])
  },
)

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('a shopper sees that the payment is under way, and then that it is complete', async () => {
  const shop = await openShop({}, patient)
  const ana = await shop.sends()
  const request = isSlow(shop, 'authorize')
  expect((await ana.pays()).text).toContain('Your payment is being processed')
  request.goOn()
  await shop.world.app.connectors.idle()
  expect((await ana.sees()).text).toContain('Thank you, your payment is complete')
})

test('a worker waits for the acquirer as long as that may take', async () => {
  const { client, isSlow, world } = await openSlowShop()
  const recurring = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }
  const { data } = await orders(client, await newCustomer(client), { ...bread, ...typedCard, ...recurring })
  const request = isSlow('authorize')
  const passing = world.pass({ months: 1 })
  await request.reached
  request.goOn()
  await passing
  expect((await client.get('/transaction')).items[0]).toMatchObject({
    orderId: data.orderId,
    transactionSource: 're-bill',
    transactionStatus: 'complete-ok',
  })
})
