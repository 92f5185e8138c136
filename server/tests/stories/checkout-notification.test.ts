import { expect, test } from 'vitest'
import { longTest, sampled } from '../world/length.ts'
import { openShop } from '../world/shop.ts'

// In small: a store that comes back receives the notification once
longTest('a store that is down for two hours receives everything once it is back', async () => {
  const shop = await openShop({ notifyAttempts: true })
  shop.receiver.answer({ status: 503, body: 'down' })
  const orders = []
  for (const amount of ['9.90', '0.05', '12.00']) {
    const ana = await shop.sends({ amount })
    await ana.pays()
    orders.push(ana.orderId)
  }
  await shop.world.runUntilIdle()
  await shop.world.pass({ minutes: 1 })
  await shop.world.pass({ minutes: 5 })
  const missed = shop.receiver.requests.length
  expect(missed).toBe(9)
  shop.receiver.answer({})
  await shop.world.pass({ hours: 2 })
  const notified = shop.notified().slice(missed)
  expect(notified.map(({ externalOrderId }) => externalOrderId).sort()).toEqual(orders.sort())
  await shop.world.pass({ hours: 48 })
  expect(shop.receiver.requests).toHaveLength(missed + 3)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('nothing is sent about a payment that has only started, waits for the bank or is uncertain', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ amount: '30.00' })
  await ana.pays()
  shop.acquirerProxy.next('authorize', 'response lost')
  const eve = await shop.sends({ amount: '12.00' })
  await eve.pays()
  await shop.world.runUntilIdle()
  const statuses = await shop.rows('select status from payments.payments order by id')
  expect(statuses).toEqual([{ status: 'challenging' }, { status: 'uncertain' }])
  expect(shop.notified()).toEqual([])
  expect(await shop.count('notifications.notifications')).toBe(0)
})

test.each(
  sampled(
    [
      ['an object', { basket: '7', note: 'é "quoted" / slashed' }],
      ['an object in an object', { basket: { size: '7' } }],
      ['a text', 'basket 7'],
      ['an empty text', ''],
      ['nothing', undefined],
    ],
    3,
  ),
)('customData comes back as it was sent: %s', async (_what, customData) => {
  const shop = await openShop()
  const ana = await shop.sends({ ...(customData !== undefined && { customData }) })
  await ana.pays()
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ customData: customData ?? null }])
  expect((await ana.bringsBack()).result).toEqual(shop.notified()[0])
})

test.each(
  sampled([
    ['10.00', '"amount":10,'],
    ['10.50', '"amount":10.5,'],
    ['0.10', '"amount":0.1,'],
    ['1100', '"amount":1100,'],
    ['9999999999999.99', '"amount":9999999999999.99,'],
  ]),
)('%s is sent as an exact number', async (amount, written) => {
  const shop = await openShop()
  const ana = await shop.sends({ amount })
  const landed = await ana.pays({ expiry: '12/26' })
  expect(landed.address).toBe(`${ana.address}/return`)
  expect(await shop.rows('select body from notifications.notifications')).toEqual([
    { body: expect.stringContaining(written) },
  ])
})

test('a payment that needs the cardholder is sent with 839, every other decline with 837', async () => {
  const shop = await openShop({ notifyAttempts: true })
  const ana = await shop.sends()
  shop.acquirerProxy.next('authorize', {
    outcome: 'declined',
    reason: 'authentication_required',
    reference: 'r',
    checks: undefined,
  })
  const landed = await ana.pays()
  expect(landed.text).toContain('Your bank wants to be sure that it is you.')
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ errors: [{ code: 839, type: 'Exception' }], cardId: null }])
})

// In small: a site without a notification address receives nothing
longTest('a site without a notification address is left in peace', async () => {
  const shop = await openShop({ notificationUrl: undefined })
  const ana = await shop.sends()
  await ana.pays()
  await shop.world.pass({ hours: 30 })
  expect(shop.receiver.requests).toEqual([])
  expect((await ana.bringsBack()).result.transactionStatus).toBe('complete-ok')
})

test('the same shopper has the same customerId in every order of a site, and another one elsewhere', async () => {
  const shop = await openShop()
  const other = await shop.world.merchant()
  for (const store of [shop, shop, other]) await (await store.sends()).pays()
  await shop.world.runUntilIdle()
  const [first, second] = shop.notified()
  expect(second!.customerId).toBe(first!.customerId)
  expect(other.receiver.requests[0]!.open().customerId).not.toBe(first!.customerId)
})
