import { expect, test } from 'vitest'
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

test('an order that failed shows its failure again, and takes no more money', async () => {
  const shop = await openShop({ attemptsMax: 1 })
  const first = await shop.sends({ orderId: 'eight', amount: '0.05' })
  await first.pays()
  const second = await shop.sends({ orderId: 'eight', amount: '0.05' })
  expect(second.address).toBe(first.address)
  expect((await second.sees()).text).toContain('This order cannot be paid any more')
  await second.posts({ attempt: '2', card: 'new', cardNumber: '4111111111111111', cardExpiry: '12/34', cardCvv: '123' })
  expect(await shop.decided()).toHaveLength(1)
})

test.each([
  ['another amount', { amount: '9.91' }],
  ['another currency', { order: { currency: 'RON' as const } }],
  ['another type', { order: { type: 'managed' as const } }],
  ['another mode', { cardTransactionMode: 'auth' as const }],
])('the same order number with %s is refused, and the first order stands', async (_what, change) => {
  const shop = await openShop()
  const first = await shop.sends({ orderId: 'nine' })
  const { opened } = await shop.sends({ orderId: 'nine', ...change })
  expect(opened.status).toBe(400)
  expect(opened.text).toContain('order.orderId')
  expect(opened.text).toContain('is already used by an order of 9.90 EUR (purchase)')
  expect(await shop.count('orders.orders')).toBe(1)
  expect((await first.pays()).address).toBe(`${first.address}/return`)
})

test('the same amount written in another way is the same order', async () => {
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

test('an order is found again by every letter of its number: capitals count', async () => {
  const shop = await openShop()
  const small = await shop.sends({ orderId: 'a-1' })
  const large = await shop.sends({ orderId: 'A-1' })
  expect(large.address).not.toBe(small.address)
})
