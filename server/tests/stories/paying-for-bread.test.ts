import { expect, test } from 'vitest'
import { createWorld } from '../world/world.ts'

test('bread is bought: the shopper pays, the store gets its browser back and its notification', async () => {
  await using world = await createWorld()
  const bakery = await world.merchant()
  const ana = await bakery.sends({ amount: '9.90', customData: { basket: '7' } })

  const landed = await ana.pays()
  await world.runUntilIdle()

  expect(landed).toMatchObject({ status: 200, address: `${ana.address}/return` })
  const { url, result } = await ana.bringsBack()
  expect(url).toBe('https://shop.example/return?secure_key=abc')
  const notified = bakery.receiver.requests.map((request) => request.open())
  expect(notified).toEqual([result])
  expect(result).toMatchObject({
    transactionStatus: 'complete-ok',
    externalOrderId: ana.orderId,
    identifier: 'ana',
    amount: 9.9,
    currency: 'EUR',
    customData: { basket: '7' },
  })
})
