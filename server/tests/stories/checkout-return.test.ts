import { expect, test } from 'vitest'
import type { PaymentId } from '#acquiring/ids'
import { capturePayment, findTransaction, reversePayment } from '#acquiring/payments'
import { readId } from '#kernel/base/id.ts'
import { by } from '../world/author.ts'
import { longTest, sampled } from '../world/length.ts'
import { rightCode } from '../world/payments-fixture.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { cardFields } from '../world/shopper.ts'

test('the return and the notification say the same, whenever the shopper comes back', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ customData: { basket: '7' }, saveCard: true })
  await ana.pays({ save: true })
  await shop.world.pass({ minutes: 10 })
  expect((await ana.bringsBack()).result).toEqual(shop.notified()[0])
})

// In small: the return and the notification say the same, whenever the shopper comes back
longTest('a failure is returned as it was notified, also when it was found out only later', async () => {
  const shop = await openShop({ attemptsMax: 1 })
  const ana = await shop.sends({ amount: '0.07' })
  await ana.pays()
  await shop.world.pass({ minutes: 1 })
  await shop.world.pass({ minutes: 5 })
  const { result } = await ana.bringsBack()
  expect(result).toMatchObject({ transactionStatus: 'complete-failed', errors: [{ code: 837 }] })
  expect(shop.notified()).toEqual([result])
})

// In small: the return and the notification say the same, whenever the shopper comes back
longTest('a capture is notified with its own time, and returned with it', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ cardTransactionMode: 'auth' })
  await ana.pays()
  await shop.world.pass({ hours: 3 })
  const reserved = (await ana.bringsBack()).result
  expect(shop.notified()).toEqual([reserved])
  await capturePayment(shop.world.app, { by, ...(await onlyPayment(shop)), amount: undefined })
  await shop.world.pass({ hours: 1 })
  const captured = (await ana.bringsBack()).result
  expect(shop.notified()).toEqual([reserved, captured])
  expect(captured.timestamp).toBe(reserved.timestamp + 3 * 3600)
})

// In small: the return and the notification say the same, whenever the shopper comes back
longTest('a payment that was cancelled is notified and returned as such', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  await ana.pays()
  await shop.world.runUntilIdle()
  await reversePayment(shop.world.app, { by, ...(await onlyPayment(shop)), amount: undefined })
  await shop.world.runUntilIdle()
  expect(shop.notified().map(({ transactionStatus }) => transactionStatus)).toEqual(['complete-ok', 'cancel-ok'])
  expect((await ana.bringsBack()).result).toEqual(shop.notified()[1])
})

test.each(
  sampled([
    ['a query', 'https://shop.example/return?secure_key=abc&order=5'],
    ['a query with a plugin hook', 'https://shop.example/?wc-api=twispay&_wpnonce=0f&x[]=1&x[]=2'],
    ['nothing', 'https://shop.example/'],
  ]),
)('the browser goes back by POST to the store with %s as it was sent', async (_what, backUrl) => {
  const shop = await openShop()
  const ana = await shop.sends({ backUrl })
  const landed = await ana.pays()
  expect(landed.text).toMatch(/<form[^>]*method="post"/)
  expect((await ana.bringsBack()).url).toBe(backUrl)
})

// In small: the return and the notification say the same, whenever the shopper comes back
longTest('without a backUrl in the request the one of the site serves', async () => {
  const shop = await openShop({ backUrl: 'https://shop.example/done?from=site' })
  const ana = await shop.sends({ backUrl: undefined })
  await ana.pays()
  expect((await ana.bringsBack()).url).toBe('https://shop.example/done?from=site')
})

test('a page ends when its store says, however active its shopper, and an attempt that is under way goes on', async () => {
  const shop = await openShop()
  const ends = (minutes: number) => ({ order: { expiresAt: shop.world.clock.now().add({ minutes }).toString() } })
  const [ana, atBank, late] = [
    await shop.sends(ends(30)),
    await shop.sends({ ...ends(30), amount: '30.00' }),
    await shop.sends(ends(0)),
  ]
  expect((await late.sees()).text).toContain('This page has expired')
  await shop.world.pass({ minutes: 20 })
  expect((await ana.sees()).text).toContain('name="cardNumber"')
  await atBank.pays()
  await shop.world.pass({ minutes: 10 })
  expect((await ana.sees()).text).toContain('This page has expired')
  await atBank.answersChallenge(rightCode)
  expect((await atBank.sees()).text).toContain('Thank you')
  expect(await shop.rows('select status, end_reason from orders.orders order by id')).toEqual([
    { status: 'complete-failed', end_reason: 'expired' },
    { status: 'complete-ok', end_reason: null },
    { status: 'complete-failed', end_reason: 'expired' },
  ])
})

test('a page whose end has come takes no card, also before a worker has seen it', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ order: { expiresAt: shop.world.clock.now().add({ minutes: 10 }).toString() } })
  shop.world.clock.pass({ minutes: 10 })
  await ana.posts({ attempt: '1', ...cardFields({}) })
  expect((await ana.sees()).text).toContain('This page has expired')
  await shop.world.runUntilIdle()
  expect(await shop.rows('select status, end_reason from orders.orders')).toEqual([
    { status: 'complete-failed', end_reason: 'expired' },
  ])
  expect(await shop.count('payments.payments')).toBe(0)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('without any backUrl there is a receipt, and nowhere to go', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ backUrl: undefined })
  const landed = await ana.pays()
  expect(landed).toMatchObject({ status: 200, address: ana.address })
  expect(landed.text).toContain('Thank you, your payment is complete')
  expect(landed.text).not.toContain('Back to')
  expect((await ana.visits('/return')).address).toBe(ana.address)
})

test('a shopper who cancels before any attempt returns without a result, and no notification is sent', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  // Our own page leads to the store: browsers would hold the store's redirects to the policy of the page with the button.
  const left = await ana.cancels()
  expect(left).toMatchObject({ status: 200, address: `${ana.address}/return` })
  expect(left.text).toContain('<a class="button" href="https://shop.example/return?secure_key=abc" data-pass-on>')
  await shop.world.runUntilIdle()
  expect(shop.notified()).toEqual([])
  expect((await ana.sees()).text).toContain('You cancelled the payment')
  expect(await shop.rows('select status, end_reason from orders.orders')).toEqual([
    { status: 'complete-failed', end_reason: 'cancelled_by_shopper' },
  ])
})

test('who cancels after a declined attempt takes its result back', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ amount: '0.05' })
  await ana.pays()
  const landed = await ana.cancels()
  await shop.world.runUntilIdle()
  expect(landed.address).toBe(`${ana.address}/return`)
  expect((await ana.bringsBack()).result).toEqual(shop.notified()[0])
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-failed' }])
})

// In small: a site may give an idle page, a shopper at the bank and an authorization other times
longTest('after thirty idle minutes the page expires, and the way back is still shown', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  await shop.world.pass({ minutes: 29, seconds: 59 })
  expect(await shop.count(`checkout.sessions where status = 'open'`)).toBe(1)
  await shop.world.pass({ seconds: 1 })
  const { text } = await ana.sees()
  expect(text).toContain('This page has expired')
  expect(text).toContain('Back to')
  expect(shop.notified()).toEqual([])
})

// In small: a site may give an idle page, a shopper at the bank and an authorization other times
longTest('who does something has thirty minutes from then on', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  for (let visits = 0; visits < 4; visits++) {
    await shop.world.pass({ minutes: 25 })
    expect((await ana.sees()).text).toContain('name="cardNumber"')
  }
  await shop.world.pass({ minutes: 30 })
  expect((await ana.sees()).text).toContain('This page has expired')
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('a payment under way is waited for, however long it takes', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ amount: '0.04' })
  await ana.pays()
  await shop.world.pass({ minutes: 45 })
  expect((await ana.sees()).text).toContain('Your payment is being processed')
  for (let half = 0; half < 3; half++) await shop.world.pass({ minutes: 30 })
  expect((await ana.sees()).text).toContain('Thank you')
  expect(await shop.count(`orders.orders where status = 'complete-ok'`)).toBe(1)
})

const onlyPayment = async (shop: Shop) => {
  const [row] = await shop.rows('select id::text from payments.payments')
  const payment = await findTransaction(shop.world.app.db, shop.site.id, readId<PaymentId>(row!.id)!)
  return { siteId: shop.site.id, paymentId: payment!.id }
}

// In small: a site may give an idle page, a shopper at the bank and an authorization other times
longTest('a short page stays open for a shopper who is active, and no longer', async () => {
  const shop = await openShop({ sessionMinutes: 5 })
  const ana = await shop.sends()
  for (let visits = 0; visits < 4; visits++) {
    await shop.world.pass({ minutes: 2 })
    expect((await ana.sees()).text).not.toContain('This page has expired')
  }
  await shop.world.pass({ minutes: 5 })
  expect((await ana.sees()).text).toContain('This page has expired')
})

test('a site may give an idle page, a shopper at the bank and an authorization other times', async () => {
  const shop = await openShop({ sessionMinutes: 45, challengeMinutes: 20, authorizationDays: 2 })
  const { world } = shop
  const [ana, atBank] = [await shop.sends(), await shop.sends({ amount: '30.00' })]
  await atBank.pays()
  const statuses = () => shop.rows('select status from payments.payments order by id')
  await world.pass({ minutes: 19 })
  expect(await statuses()).toEqual([{ status: 'challenging' }])
  await world.pass({ minutes: 1 })
  expect(await statuses()).toEqual([{ status: 'failed' }])
  await world.pass({ minutes: 24 })
  expect(await shop.count(`checkout.sessions where status = 'open'`)).toBe(2)
  await world.pass({ minutes: 1 })
  expect((await ana.sees()).text).toContain('This page has expired')

  const authorized = await shop.sends({ cardTransactionMode: 'auth' })
  await authorized.pays()
  expect((await statuses()).at(-1)).toEqual({ status: 'authorized' })
  // What is authorized already keeps the time that it was given.
  await world.app.directory.changeSite({ by, siteId: shop.site.id, changes: { authorizationDays: 5 } })
  await world.pass({ hours: 47 })
  expect((await statuses()).at(-1)).toEqual({ status: 'authorized' })
  await world.pass({ hours: 1 })
  expect((await statuses()).at(-1)).toEqual({ status: 'voided' })
})
