import { expect, test } from 'vitest'
import { longTest } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'

/** Wire fact 12: what shop programs make of notifications, and what they are therefore sent. */

const statuses = (shop: Shop) => shop.notified().map(({ transactionStatus }) => transactionStatus)

test('the status is sent under its older name as well', async () => {
  const shop = await openShop()
  await (await shop.sends()).pays()
  await shop.world.runUntilIdle()
  const [{ body } = { body: '' }] = await shop.rows('select body from notifications.notifications')
  expect(JSON.parse(String(body))).toMatchObject({ transactionStatus: 'complete-ok', status: 'complete-ok' })
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest(
  'a store is notified of a payment that succeeded at the second attempt, and nothing of the first',
  async () => {
    const shop = await openShop()
    const ana = await shop.sends()
    await ana.pays({ number: '4000 0200 0000 1008' })
    await shop.world.runUntilIdle()
    expect(statuses(shop)).toEqual([])
    await ana.pays()
    await shop.world.runUntilIdle()
    expect(statuses(shop)).toEqual(['complete-ok'])
  },
)

test.each<[string, (shop: Shop, ana: Awaited<ReturnType<Shop['sends']>>) => Promise<unknown>]>([
  ['leaves', async (_shop, ana) => ana.cancels()],
  ['does not come back', async (shop) => shop.world.pass({ minutes: 31 })],
])('a store is notified of a declined attempt when the shopper %s', async (_what, ends) => {
  const shop = await openShop()
  const ana = await shop.sends()
  await ana.pays({ number: '4000 0200 0000 1008' })
  await shop.world.runUntilIdle()
  expect(statuses(shop)).toEqual([])
  await ends(shop, ana)
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-failed', errors: [{ code: 837 }] }])
  expect((await ana.bringsBack()).result).toEqual(shop.notified()[0])
})

test('with notifyAttempts a store is notified of each declined attempt, once', async () => {
  const shop = await openShop({ notifyAttempts: true })
  const ana = await shop.sends()
  await ana.pays({ number: '4000 0200 0000 1008' })
  await shop.world.runUntilIdle()
  expect(statuses(shop)).toEqual(['complete-failed'])
  await ana.cancels()
  await shop.world.runUntilIdle()
  expect(statuses(shop)).toEqual(['complete-failed'])
})

test.each([
  [true, ['complete-ok', 'refund-ok', 'refund-ok', 'refund-ok']],
  [false, ['complete-ok', 'refund-ok']],
])(
  'with notifyPartialRefunds %s a store is notified of a refund in two parts as %j',
  async (notifyPartialRefunds, expected) => {
    const shop = await openShop({ notifyPartialRefunds })
    await (await shop.sends()).pays()
    await shop.world.pass({ hours: 48 })
    const [{ id } = { id: 0n }] = (await shop.rows('select id from payments.payments')) as [{ id: bigint }]
    for (const amount of ['4.00', '5.90']) {
      const headers = { authorization: shop.privateKey, 'content-type': 'application/json' }
      const call = {
        method: 'DELETE',
        url: `/transaction/${id}`,
        headers,
        payload: JSON.stringify({ amount }),
      } as const
      expect((await shop.world.http.inject(call)).statusCode).toBe(200)
      await shop.world.runUntilIdle()
    }
    expect(statuses(shop)).toEqual(expected)
  },
)

// In small: a program of the merchant receives from the API what is recorded
longTest('a new card of a running subscription is in the log and is not notified', async () => {
  const shop = await openShop()
  await (await shop.sends({ order: { type: 'recurring', intervalType: 'month', intervalValue: 1 } })).pays()
  await shop.world.runUntilIdle()
  const [{ id } = { id: 0n }] = (await shop.rows('select id from orders.orders')) as [{ id: bigint }]
  const card = { cardNumber: '5555555555554444', cardExpiryDate: '12/34', cardCvv: '123', cardHolderName: 'Ana Pop' }
  const headers = { authorization: shop.privateKey, 'content-type': 'application/json' }
  const url = `/order-update-card/${id}`
  const changed = await shop.world.http.inject({ method: 'PATCH', url, headers, payload: JSON.stringify(card) })
  expect(changed.statusCode).toBe(200)
  await shop.world.runUntilIdle()
  expect(statuses(shop)).toEqual(['complete-ok'])
  const log = await shop.world.http.inject({ url: '/notification-for-transaction', headers })
  expect(log.json().data).toMatchObject([{ message: 'transactionNew' }, { message: 'transactionNew' }])
})
