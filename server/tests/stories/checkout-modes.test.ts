import { expect, test } from 'vitest'
import type { PaymentId } from '#acquiring/ids'
import { capturePayment, reversePayment } from '#acquiring/payments'
import { readId } from '#kernel/base/id.ts'
import { by } from '../world/author.ts'
import { longTest } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { messagesOf } from '../world/shopper.ts'

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('auth only reserves: the store receives in-progress, and captures later', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ cardTransactionMode: 'auth' })
  const landed = await ana.pays()
  await shop.world.runUntilIdle()
  expect(landed.address).toBe(`${ana.address}/return`)
  expect((await ana.sees()).text).toContain('Thank you, the amount is reserved')
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'in-progress', amount: 9.9 }])
  expect(await orders(shop)).toEqual([{ type: 'purchase', status: 'in-progress' }])

  await capturePayment(shop.world.app, { by, ...(await onlyPayment(shop)), amount: undefined })
  await shop.world.runUntilIdle()
  expect(shop.notified()[1]).toMatchObject({ transactionStatus: 'complete-ok', amount: 9.9 })
  expect(await orders(shop)).toEqual([{ type: 'purchase', status: 'complete-ok' }])
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('a voided authorization fails the order, and the store receives void-ok', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ cardTransactionMode: 'auth' })
  await ana.pays()
  await shop.world.runUntilIdle()
  await reversePayment(shop.world.app, { by, ...(await onlyPayment(shop)), amount: undefined })
  await shop.world.runUntilIdle()
  expect(shop.notified().map(({ transactionStatus }) => transactionStatus)).toEqual(['in-progress', 'void-ok'])
  expect(await orders(shop)).toEqual([{ type: 'purchase', status: 'complete-failed' }])
})

// In small: an authorization that is not captured is voided after seven days, and not a moment sooner
longTest('an authorization that is not captured for seven days is voided by itself', async () => {
  const shop = await openShop()
  await (await shop.sends({ cardTransactionMode: 'auth' })).pays()
  await shop.world.pass({ days: 6, hours: 23 })
  expect(shop.notified().map(({ transactionStatus }) => transactionStatus)).toEqual(['in-progress'])
  await shop.world.pass({ hours: 2 })
  expect(shop.notified().map(({ transactionStatus }) => transactionStatus)).toEqual(['in-progress', 'void-ok'])
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('authAndCapture captures at once, and is the default', async () => {
  const shop = await openShop()
  for (const cardTransactionMode of ['authAndCapture', undefined] as const) {
    const ana = await shop.sends({ cardTransactionMode })
    await ana.pays()
    expect((await ana.sees()).text).toContain('Thank you, your payment is complete')
  }
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-ok' }, { transactionStatus: 'complete-ok' }])
  expect((await shop.decided()).map(({ kind }) => kind)).toEqual(['sale', 'sale'])
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('verifyCard charges nothing and stores the card', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ cardTransactionMode: 'verifyCard', amount: '0', saveCard: true })
  const page = await ana.sees()
  expect(page.text).toContain('Nothing is charged.')
  await ana.pays()
  await shop.world.runUntilIdle()
  expect((await ana.sees()).text).toContain('Thank you, your card is saved')
  expect(shop.notified()).toMatchObject([
    { transactionStatus: 'complete-ok', transactionType: 'verify-card', amount: 0, cardId: expect.any(Number) },
  ])
  expect((await ana.bringsBack()).result).toEqual(shop.notified()[0])
  expect(await shop.decided()).toMatchObject([{ kind: 'verify', amount: { minor: 0n } }])
  expect(await orders(shop)).toEqual([{ type: 'purchase', status: 'complete-ok' }])
  expect(await shop.count('ledger.entries')).toBe(0)
})

test('verifyCard stores the card without saveCard, and does not with saveCard false', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ cardTransactionMode: 'verifyCard', amount: '0' })
  await ana.pays()
  await shop.world.runUntilIdle()
  expect(await shop.count('shoppers.cards')).toBe(1)
  const ben = await shop.sends({ cardTransactionMode: 'verifyCard', amount: '0', saveCard: false })
  await ben.pays()
  await shop.world.runUntilIdle()
  expect(shop.notified().at(-1)).toMatchObject({ transactionStatus: 'complete-ok', cardId: null })
  expect(await shop.count('shoppers.cards')).toBe(1)
  expect(await shop.count('vault.cards')).toBe(1)
})

// In small: a declined payment says why, books nothing and stores no card; the order can be paid again
longTest('a card that is declined on verification is not stored', async () => {
  const shop = await openShop({ attemptsMax: 1 })
  const ana = await shop.sends({ cardTransactionMode: 'verifyCard', amount: '0', saveCard: true })
  await ana.pays({ number: '4000 0200 0000 1008' })
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-failed', cardId: null }])
  expect(await shop.count('shoppers.cards')).toBe(0)
  expect(await shop.count('vault.cards')).toBe(0)
})

// In small: a subscription is billed, managed and ended as recorded; every kind of email is written in two languages
longTest('a recurring order starts with its trial, stores the card, and is in progress', async () => {
  const shop = await openShop()
  const order = { type: 'recurring', intervalType: 'month', intervalValue: 1, trialAmount: '1.00' } as const
  const ana = await shop.sends({ amount: '20.00', order: { ...order, firstBillDate: '2026-06-04T10:00:00+00:00' } })
  const { text } = await ana.sees()
  expect(messagesOf(text)).toContain('You pay €1.00 today. From 4 June 2026 on you pay €20.00 every month')
  expect(text).not.toContain('name="saveCard"')
  await ana.pays()
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-ok', amount: 1, cardId: expect.any(Number) }])
  expect(await orders(shop)).toEqual([{ type: 'recurring', status: 'in-progress' }])
  expect(await shop.rows('select minor::int, description from payments.payments')).toEqual([
    { minor: 1_00, description: '1 month subscription trial' },
  ])
})

// In small: a subscription begun on the hosted page is billed every month, and its store is notified of each payment
longTest('a recurring order without a trial starts with its regular amount', async () => {
  const shop = await openShop()
  const order = { type: 'recurring', intervalType: 'day', intervalValue: 30 } as const
  await (await shop.sends({ amount: '20.00', order })).pays()
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ amount: 20, cardId: expect.any(Number) }])
  expect(await shop.rows('select minor::int, description from payments.payments')).toEqual([
    { minor: 20_00, description: 'Bread' },
  ])
})

// In small: a managed order is billed when its merchant asks, for the amount of that time
longTest('a managed order stores the card and waits for the store to bill it', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ order: { type: 'managed' } })
  await ana.pays()
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-ok', cardId: expect.any(Number) }])
  expect(await orders(shop)).toEqual([{ type: 'managed', status: 'in-progress' }])
  expect((await ana.sees()).text).toContain('Thank you')
})

const orders = ({ rows }: Shop) => rows('select type, status from orders.orders')
const onlyPayment = async ({ rows, site }: Shop) => {
  const [row] = await rows('select id::text from payments.payments')
  return { siteId: site.id, paymentId: readId<PaymentId>(row!.id)! }
}
