import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { sampled } from '../world/length.ts'
import { openShop } from '../world/shop.ts'
import { addressesLeftFor } from '../world/shopper.ts'

test.each(
  sampled([
    ['of Latin-1', 'https://shop.example/zurück?naïve=1', 'https://shop.example/zur%C3%BCck?na%C3%AFve=1'],
    ['beyond Latin-1', 'https://shop.example/înapoi/ș?ő=я', 'https://shop.example/%C3%AEnapoi/%C8%99?%C5%91=%D1%8F'],
    ['in the host', 'https://bäckerei.example/?ș=1', 'https://xn--bckerei-5wa.example/?%C8%99=1'],
    ['of ASCII only, as it was sent', 'https://shop.example/?x[]=1&y=%c8', 'https://shop.example/?x[]=1&y=%c8'],
  ]),
)('a shopper who leaves goes back to an address with letters %s', async (_which, backUrl, location) => {
  const shop = await openShop()
  const ana = await shop.sends({ backUrl })
  const { address, text } = await ana.cancels()
  expect(address).toBe(`${ana.address}/return`)
  expect(addressesLeftFor(text)).toEqual([location, location])
  const { headers } = await shop.world.http.inject({ method: 'GET', url: address })
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
})

const farDates = ['0000-01-01', '0001-01-01', '0001-01-01T00:00:00+00:00', '9999-12-31', '9999-12-31T23:59:59+00:00']

test.each(sampled(farDates))(
  'the date %s is read or refused, wherever a date is sent, and never an error of ours',
  async (date) => {
    const { client } = await openApiShop()
    const customerId = await newCustomer(client)
    const { data: order } = await orders(client, customerId, {
      ...typedCard,
      ...{ orderType: 'recurring', intervalType: 'month', intervalValue: '1' },
    })
    const at = encodeURIComponent(date)
    const statuses = new Map<string, number>()
    for (const path of ['order', 'transaction', 'customer'])
      for (const end of ['From', 'To'])
        statuses.set(`${path} ${end}`, (await client.get(`/${path}?createdAt${end}=${at}`)).status)
    statuses.set('notification', (await client.get(`/notification?occurredAtFrom=${at}&occurredAtTo=${at}`)).status)
    statuses.set('whitelisted', (await client.get(`/customer?isWhitelistedUntilFrom=${at}`)).status)
    for (const [name, status] of statuses) expect({ name, status }).toEqual({ name, status: 200 })

    const writes = [
      await client.send('PUT', `/customer/${customerId}`, { form: { isWhitelistedUntil: date } }),
      await client.get(`/customer/${customerId}`),
      await client.send('PUT', `/order/${order.orderId}`, { form: { nextDueDate: date } }),
      await client.get(`/order-schedule/${order.orderId}?until=${at}`),
      await client.get(`/order/${order.orderId}`),
      await orders(client, customerId, {
        ...typedCard,
        ...{ orderType: 'recurring', intervalType: 'month', intervalValue: '1', externalOrderId: 'far' },
        ...{ trialAmount: '1.00', firstBillDate: date },
      }),
    ]
    for (const { status, body } of writes) expect(status, JSON.stringify(body)).toBeLessThan(500)
  },
)

test('a signed form with a first bill date of the year 1 opens a page: a date that is past is ignored', async () => {
  const shop = await openShop()
  const terms = { type: 'recurring' as const, intervalType: 'month' as const, intervalValue: 1, trialAmount: '1.00' }
  const ana = await shop.sends({ order: { ...terms, firstBillDate: '0001-01-01T00:00:00+02:00' } })
  expect(ana.opened.status).toBe(303)
  expect((await ana.sees()).status).toBe(200)
})

test.each(
  sampled([
    ['with a key', { authorization: 'Bearer sk_test_0' }],
    ['that takes JSON', { accept: 'application/json' }],
    ['that takes a kind of JSON', { accept: 'text/html;q=0.5, application/problem+json' }],
  ]),
)('at an unknown address a client %s is answered in the envelope, and a browser by a page', async (_who, headers) => {
  const { http } = (await openShop()).world
  for (const url of ['/nothing/here?x=1', '/v2/orders', '/order/1/2/3/4', '/checkout/x/y/z']) {
    const reply = await http.inject({ method: 'POST', url, headers })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    expect(reply.json()).toMatchObject({ code: 404, message: 'Not Found', errors: [{ reason: 'route_not_found' }] })
  }
  const page = await http.inject({ method: 'GET', url: '/nothing/here', headers: { accept: 'text/html,*/*' } })
  expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
})
