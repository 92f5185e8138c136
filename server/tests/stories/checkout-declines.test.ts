import { expect, test } from 'vitest'
import { longTest, sampled } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'
import type { Shopper } from '../world/shopper.ts'
import { publicUrl } from '../world/world.ts'

const declined = [
  ['0.02', 'There is not enough money on this card.', 'The card has not enough funds.'],
  ['0.03', 'The payment stopped for a technical reason.', 'The bank of the card did not answer the payment provider.'],
  ['0.05', 'Your bank did not approve the payment.', 'The bank of the card declined the payment.'],
  ['0.06', 'The payment could not be made with this card.', 'The payment provider rejected the payment.'],
] as const

test.each(sampled(declined, 3))(
  '%s is declined: the shopper reads why and can try again, the store is notified once',
  async (amount, shown, notified) => {
    const shop = await openShop({ notifyAttempts: true })
    const ana = await shop.sends({ amount })
    const landed = await ana.pays()
    await shop.world.runUntilIdle()
    expect(landed).toMatchObject({ status: 200, address: ana.address })
    expect(landed.text).toContain(shown)
    expect(landed.text).toContain('Nothing was charged.')
    expect(landed.text).toContain('You can try 2 more times.')
    expect(shop.notified()).toMatchObject([
      { transactionStatus: 'complete-failed', errors: [{ code: 837, message: notified, type: 'Exception' }] },
    ])
    expect(await orderOf(shop)).toEqual({ status: 'start', attempts: 1 })
  },
)

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest(
  '0.04 is pending at the bank for an hour: the page says so, nothing is sent, and then it is paid',
  async () => {
    const shop = await openShop()
    const ana = await shop.sends({ amount: '0.04' })
    const landed = await ana.pays()
    expect(landed.text).toContain('Your payment is being processed')
    await shop.world.pass({ minutes: 50 })
    expect(shop.notified()).toEqual([])
    expect((await ana.sees()).text).toContain('Please do not pay again')
    await passInSteps(shop, 75)
    expect((await ana.sees()).text).toContain('Thank you, your payment is complete')
    expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-ok', amount: 0.04 }])
    expect((await ana.bringsBack()).result).toEqual(shop.notified()[0])
  },
)

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('0.07 gets a response that cannot be read: a minute later it is known that it was rejected', async () => {
  const shop = await openShop({ notifyAttempts: true })
  const ana = await shop.sends({ amount: '0.07' })
  expect((await ana.pays()).text).toContain('Your payment is being processed')
  await passInSteps(shop, 2)
  expect((await ana.sees()).text).toContain('The payment could not be made with this card.')
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-failed', errors: [{ code: 837 }] }])
  expect(await orderOf(shop)).toEqual({ status: 'start', attempts: 1 })
})

test('0.08 is never answered: it is reversed, and it does not count as an attempt of the shopper', async () => {
  const shop = await openShop({ notifyAttempts: true })
  const { config } = shop.world.app
  const { acquirerTimeoutMs } = config
  const ana = await shop.sends({ amount: '0.08' })
  // Only the request that is never answered has so little time.
  config.acquirerTimeoutMs = 50
  expect((await ana.pays()).text).toContain('Your payment is being processed')
  config.acquirerTimeoutMs = acquirerTimeoutMs
  await passInSteps(shop, 3)
  const { text } = await ana.sees()
  expect(text).toContain('The payment stopped for a technical reason.')
  expect(text).toContain('You can try 3 more times.')
  expect(shop.acquirerProxy.requests.map(({ kind }) => kind)).toEqual(['authorize', 'inquire', 'reverse'])
  expect(shop.notified()).toMatchObject([
    {
      transactionStatus: 'complete-failed',
      errors: [{ code: 837, message: 'The payment did not arrive at the payment provider; nothing was charged.' }],
    },
  ])
  expect(await orderOf(shop)).toEqual({ status: 'start', attempts: 0 })
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('after the third decline the order has failed: the page is final and each attempt was notified', async () => {
  const shop = await openShop({ notifyAttempts: true })
  const ana = await shop.sends({ amount: '0.05' })
  expect((await ana.pays()).text).toContain('You can try 2 more times.')
  expect((await ana.pays()).text).toContain('You can try 1 more time.')
  const last = await ana.pays()
  expect(last.text).toContain('This order cannot be paid any more.')
  expect(last.text).toContain(`href="${publicUrl}${ana.address}/return"`)
  await shop.world.runUntilIdle()
  const notified = shop.notified()
  expect(notified.map(({ transactionStatus }) => transactionStatus)).toEqual(Array(3).fill('complete-failed'))
  expect(new Set(notified.map(({ transactionId }) => transactionId)).size).toBe(3)
  expect(await orderOf(shop)).toEqual({ status: 'complete-failed', attempts: 3 })
  const newest = notified.reduce((a, b) => (a.transactionId > b.transactionId ? a : b))
  expect((await ana.bringsBack()).result).toEqual(newest)
})

test('a declined shopper pays with another card: the order is paid once, and both attempts were notified', async () => {
  const shop = await openShop({ notifyAttempts: true })
  const ana = await shop.sends()
  const declined = await ana.pays({ number: '4000 0200 0000 4002' })
  expect(declined.text).toContain('The payment is above a limit of this card.')
  await ana.pays()
  await shop.world.runUntilIdle()
  expect(
    shop
      .notified()
      .map(({ transactionStatus }) => transactionStatus)
      .sort(),
  ).toEqual(['complete-failed', 'complete-ok'])
  expect(await orderOf(shop)).toEqual({ status: 'complete-ok', attempts: 1 })
})

test.each(
  sampled([
    ['a wrong security code', { cvv: '999' }, 'The security code does not match the card.'],
    ['a lost card', { number: '4000 0200 0000 1008' }, 'Use another card, or call your bank.'],
    ['a closed card', { number: '4000 0200 0000 2006' }, 'This card is no longer active.'],
    ['a blacklisted card', { number: '4000 0200 0000 3004' }, 'This card cannot be used here.'],
  ]),
)('%s is declined in words that the shopper can use', async (_what, card, shown) => {
  const shop = await openShop()
  expect((await (await shop.sends()).pays(card)).text).toContain(shown)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('what is mistyped costs no attempt, and the number and the code are never shown again', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  const landed = await ana.pays({ number: '4111 1111 1111 1112', cvv: '12', holder: 'Ana "the baker" Pop' })
  expect(landed.status).toBe(400)
  expect(landed.text).toContain('A digit of the card number seems to be wrong.')
  expect(landed.text).toContain('The security code has 3 digits.')
  expect(landed.text).toContain('Ana &quot;the baker&quot; Pop')
  expect(landed.text.replaceAll(/\s/g, '')).not.toContain('4111111111111112')
  expect(shop.acquirerProxy.requests).toEqual([])
  expect(await shop.count('payments.payments')).toBe(0)
  expect(await payable(ana)).toBe(true)
})

const orderOf = async ({ rows }: Shop) => (await rows('select status, attempts from orders.orders'))[0]
const payable = async (ana: Shopper): Promise<boolean> => (await ana.sees()).text.includes('name="cardNumber"')

/** Minute by minute, as a worker would find what is due. */
async function passInSteps({ world }: Shop, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed++) await world.pass({ minutes: 1 })
}
