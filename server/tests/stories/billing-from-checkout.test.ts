import { expect, test } from 'vitest'
import { longTest } from '../world/length.ts'
import { createWorld } from '../world/world.ts'

test('a subscription begun on the hosted page is billed every month, and its store is notified of each payment', async () => {
  await using world = await createWorld()
  const bakery = await world.merchant()
  const ana = await bakery.sends({
    amount: '12.00',
    order: { type: 'recurring', intervalType: 'month', intervalValue: 1, trialAmount: 1 },
  })
  await ana.pays()
  await world.runUntilIdle()
  for (let month = 0; month < 3; month++) await world.pass({ months: 1 })

  const notified = bakery.receiver.requests.map((request) => request.open())
  expect(
    notified.map(({ amount, transactionStatus, externalOrderId }) => [amount, transactionStatus, externalOrderId]),
  ).toEqual([
    [1, 'complete-ok', ana.orderId],
    [12, 'complete-ok', ana.orderId],
    [12, 'complete-ok', ana.orderId],
    [12, 'complete-ok', ana.orderId],
  ])
  expect(new Set(notified.map(({ transactionId }) => transactionId)).size).toBe(4)
  expect((await world.verify()).differences).toEqual([])
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('a later decline is notified with its reason, and the order ends with its retries', async () => {
  await using world = await createWorld()
  const bakery = await world.merchant()
  const ana = await bakery.sends({
    amount: '12.00',
    order: { type: 'recurring', intervalType: 'day', intervalValue: 30, retryPayment: 'P1D,P2D' },
  })
  await ana.pays({ number: '4000 0300 0000 4001' })
  await world.runUntilIdle()
  await world.pass({ days: 30 })
  for (let day = 0; day < 3; day++) await world.pass({ days: 1 })

  const notified = bakery.receiver.requests.map((request) => request.open())
  expect(notified.map(({ transactionStatus, errors }) => [transactionStatus, errors?.[0]?.code])).toEqual([
    ['complete-ok', undefined],
    ['complete-failed', 837],
    ['complete-failed', 837],
    ['complete-failed', 837],
  ])
  const [order] = await world.app.db.read.selectFrom('orders.orders').select(['status', 'end_reason']).execute()
  expect(order).toEqual({ status: 'complete-ok', end_reason: 'retries_exhausted' })
})
