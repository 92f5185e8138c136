import { expect, test } from 'vitest'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest, sampled } from '../world/length.ts'
import { openShop } from '../world/shop.ts'

test('the same order posted again is the same visit: before it is paid, and after', async () => {
  const shop = await openShop()
  const first = await shop.sends({ orderId: 'seven' })
  const second = await shop.sends({ orderId: 'seven' })
  expect(second.address).toBe(first.address)
  await first.pays()
  const third = await shop.sends({ orderId: 'seven' })
  expect(third.address).toBe(first.address)
  expect((await third.sees()).text).toContain('Thank you, your payment is complete')
  await shop.world.runUntilIdle()
  expect(shop.notified()).toHaveLength(1)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('an order that failed shows its failure again, and takes no more money', async () => {
  const shop = await openShop({ attemptsMax: 1 })
  const first = await shop.sends({ orderId: 'eight', amount: '0.05' })
  await first.pays()
  const second = await shop.sends({ orderId: 'eight', amount: '0.05' })
  expect(second.address).toBe(first.address)
  expect((await second.sees()).text).toContain('This order cannot be paid any more')
  await second.posts({ attempt: '2', card: 'new', cardNumber: '4111111111111111', cardExpiry: '12/34', cardCvv: '123' })
  expect(await shop.decided()).toHaveLength(1)
})

test.each(
  sampled([
    ['another amount', { amount: '9.91' }],
    ['another currency', { order: { currency: 'RON' as const } }],
    ['another type', { order: { type: 'managed' as const } }],
    ['another mode', { cardTransactionMode: 'auth' as const }],
  ]),
)('the same order number with %s is refused, and the first order stands', async (_what, change) => {
  const shop = await openShop()
  const first = await shop.sends({ orderId: 'nine' })
  const { opened } = await shop.sends({ orderId: 'nine', ...change })
  expect(opened.status).toBe(400)
  expect(opened.text).toContain('order.orderId')
  expect(opened.text).toContain('was used before')
  expect(await shop.count('orders.orders')).toBe(1)
  expect((await first.pays()).address).toBe(`${first.address}/return`)
})

// In small: the same order posted again is the same visit: before it is paid, and after
longTest('the same amount written in another way is the same order', async () => {
  const shop = await openShop()
  const first = await shop.sends({ orderId: 'ten', amount: '10.00' })
  const second = await shop.sends({ orderId: 'ten', amount: '10' })
  expect(second.address).toBe(first.address)
})

test('an order number belongs to its site: two stores can both have an order 1', async () => {
  const shop = await openShop()
  const other = await shop.world.merchant()
  const here = await shop.sends({ orderId: '1' })
  const there = await other.sends({ orderId: '1' })
  expect(there.opened.status).toBe(303)
  expect(there.address).not.toBe(here.address)
})

// In small: an order number belongs to its site: two stores can both have an order 1
longTest('an order is found again by every letter of its number: capitals count', async () => {
  const shop = await openShop()
  const small = await shop.sends({ orderId: 'a-1' })
  const large = await shop.sends({ orderId: 'A-1' })
  expect(large.address).not.toBe(small.address)
})

test('an order of one customer is refused to another, who sees no card of theirs', async () => {
  const shop = await openShop()
  await (await shop.sends({ saveCard: true })).pays({ save: true })
  const first = await shop.sends({ orderId: 'eleven' })
  expect((await first.sees()).text).toContain('Choose a card')
  for (const customer of [{ identifier: 'boris', email: 'boris@example.com' }, { identifier: 'boris' }, null]) {
    const { opened } = await shop.sends({ orderId: 'eleven', customer })
    expect(opened).toMatchObject({ status: 400 })
    expect(opened.text).toContain('order.orderId')
    expect(opened.text).not.toContain('1111')
  }
  expect(await shop.count("shoppers.shoppers where identifier = 'boris'")).toBe(0)
  expect((await shop.sends({ orderId: 'eleven' })).address).toBe(first.address)
})

// In small: an order of one customer is refused to another, who sees no card of theirs
longTest('an order of a new customer is refused to a customer whom the site knows', async () => {
  const shop = await openShop()
  await (await shop.sends({ saveCard: true })).pays({ save: true })
  const first = await shop.sends({ orderId: 'twelve', customer: { identifier: 'visitor-1' } })
  const { opened } = await shop.sends({ orderId: 'twelve' })
  expect(opened.status).toBe(400)
  expect((await first.sees()).text).not.toContain('Choose a card')
})

// In small: an order of one customer is refused to another, who sees no card of theirs
longTest('an order that the API placed for a customer is refused to a guest', async () => {
  const { client, sends } = await openApiShop()
  const customerId = await newCustomer(client)
  await orders(client, customerId, { externalOrderId: 'thirteen' })
  const { opened } = await sends({ orderId: 'thirteen', customer: null })
  expect(opened.status).toBe(400)
})

// In small: the same order posted again is the same visit: before it is paid, and after
longTest('a guest opens their order again, also when the shop plugin names guests anew each time', async () => {
  const shop = await openShop()
  const guest = await shop.sends({ orderId: 'fourteen', customer: null })
  expect((await shop.sends({ orderId: 'fourteen', customer: null })).address).toBe(guest.address)
  const first = await shop.sends({ orderId: 'fifteen', customer: { identifier: 'guest-77a' } })
  const again = await shop.sends({
    orderId: 'fifteen',
    customer: { identifier: 'guest-91c', email: 'Ana@example.com' },
  })
  expect(again.address).toBe(first.address)
  const { opened } = await shop.sends({
    orderId: 'fifteen',
    customer: { identifier: 'guest-92d', email: 'eve@example.com' },
  })
  expect(opened.status).toBe(400)
})

const monthly = { type: 'recurring' as const, intervalType: 'month' as const, intervalValue: 1 }
test.each(
  sampled([
    ['another interval', { intervalValue: 2 }],
    ['another unit of the interval', { intervalType: 'day' as const }],
    ['a trial', { trialAmount: '1.00' }],
    ['a trial and a first bill date', { trialAmount: '1.00', firstBillDate: '2026-09-01T00:00:00+00:00' }],
  ]),
)('a subscription posted again with %s is refused, and not shown on the old terms', async (_what, change) => {
  const shop = await openShop()
  await shop.sends({ orderId: 'sixteen', order: monthly })
  const { opened } = await shop.sends({ orderId: 'sixteen', order: { ...monthly, ...change } })
  expect(opened.status).toBe(400)
  expect(opened.text).toContain('order.orderId')
})

// In small: the same order posted again is the same visit: before it is paid, and after
longTest(
  'the very same signed request opens the order again when its first bill date has passed meanwhile',
  async () => {
    const shop = await openShop()
    const order = { ...monthly, trialAmount: '1.00', firstBillDate: '2026-05-20T00:00:00+00:00' }
    const first = await shop.sends({ orderId: 'seventeen', order })
    await shop.world.pass({ days: 30 })
    const second = await shop.sends({ orderId: 'seventeen', order })
    expect(second.address).toBe(first.address)
  },
)

test('an order of the API that is paid by a signed form goes back, and notifies, as the form says', async () => {
  const shop = await openApiShop()
  const customerId = await newCustomer(shop.client)
  await orders(shop.client, customerId, { externalOrderId: 'eighteen' })
  const ana = await shop.sends({ orderId: 'eighteen', backUrl: 'https://shop.example/18', customData: { cart: '7' } })
  await ana.pays()
  await shop.world.runUntilIdle()
  expect((await ana.bringsBack()).url).toBe('https://shop.example/18')
  expect(shop.notified()).toMatchObject([{ customData: { cart: '7' } }])
})

// In small: an order of the API that is paid by a signed form goes back, and notifies, as the form says
longTest(
  'the newest form says where an open order goes back to; a paid order keeps what it was paid with',
  async () => {
    const shop = await openShop()
    await shop.sends({ orderId: 'nineteen', backUrl: 'https://shop.example/a', customData: { cart: '1' } })
    const open = await shop.sends({ orderId: 'nineteen', backUrl: 'https://shop.example/b', customData: undefined })
    await open.pays()
    const late = await shop.sends({ orderId: 'nineteen', backUrl: 'https://shop.example/c', customData: { cart: '3' } })
    expect(late.address).toBe(open.address)
    const { url, result } = await late.bringsBack()
    expect(url).toBe('https://shop.example/b')
    expect(result).toMatchObject({ customData: { cart: '1' } })
  },
)

test('the forms of an order that was paid by the API, posted at once, are one visit', async () => {
  const shop = await openApiShop()
  const id = await newCustomer(shop.client)
  for (const orderId of ['13', '14', '15', '16']) {
    await orders(shop.client, id, { ...typedCard, externalOrderId: orderId })
    const all = await Promise.all(Array.from({ length: 12 }, () => shop.sends({ orderId })))
    expect(all.map(({ opened }) => opened.status)).toEqual(Array(12).fill(303))
    expect(new Set(all.map(({ address }) => address)).size).toBe(1)
  }
})
