import { expect, test } from 'vitest'
import { longTest, sampled } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { cardFields, type Shopper } from '../world/shopper.ts'

const typed = (attempt: string) => ({ attempt, ...cardFields({}) })

/** How a shopper gets into each state that a page can have. */
const states: Record<string, (shop: Shop) => Promise<Shopper>> = {
  'not paid yet': (shop) => shop.sends(),
  'declined once': async (shop) => {
    const ana = await shop.sends()
    await ana.pays({ number: '4000 0200 0000 4002' })
    return ana
  },
  'at the bank': async (shop) => {
    const ana = await shop.sends({ amount: '30.00' })
    await ana.pays()
    return ana
  },
  'being processed': async (shop) => {
    shop.acquirerProxy.next('authorize', 'response lost')
    const ana = await shop.sends()
    await ana.pays()
    return ana
  },
  paid: async (shop) => {
    const ana = await shop.sends()
    await ana.pays()
    return ana
  },
  reserved: async (shop) => {
    const ana = await shop.sends({ cardTransactionMode: 'auth' })
    await ana.pays()
    return ana
  },
  'declined for good': async (shop) => {
    const ana = await shop.sends({ amount: '0.05' })
    for (let attempt = 1; attempt <= 3; attempt++) await ana.pays()
    return ana
  },
  cancelled: async (shop) => {
    const ana = await shop.sends()
    await ana.cancels()
    return ana
  },
  expired: async (shop) => {
    const ana = await shop.sends()
    await shop.world.pass({ minutes: 30 })
    return ana
  },
}

test.each(sampled(Object.keys(states), 3))(
  '%s: whatever the shopper reloads, goes back to or posts again, they see the same',
  async (name) => {
    const shop = await openShop()
    const ana = await states[name]!(shop)
    const before = await ana.sees()
    const asked = shop.acquirerProxy.requests.length
    for (const attempt of ['', '0', '99', 'x']) await ana.posts(typed(attempt))
    await ana.visits('/return')
    expect(withoutNoise(await ana.sees())).toEqual(withoutNoise(before))
    expect(shop.acquirerProxy.requests).toHaveLength(asked)
    expect(await paidTimes(shop)).toBeLessThanOrEqual(1)
  },
)

const settled = ['at the bank', 'being processed', 'paid', 'reserved', 'declined for good', 'cancelled', 'expired']
test.each(sampled(settled))('%s: no old tab can pay or cancel any more', async (name) => {
  const shop = await openShop()
  const ana = await states[name]!(shop)
  const before = await ana.sees()
  const asked = shop.acquirerProxy.requests.length
  for (const attempt of ['1', '2', '3', '4']) await ana.posts(typed(attempt))
  await ana.cancelsBlindly()
  expect(withoutNoise(await ana.sees())).toEqual(withoutNoise(before))
  expect(shop.acquirerProxy.requests).toHaveLength(asked)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('a tab that shows the form from before a decline pays nothing: it shows the page as it is now', async () => {
  const shop = await openShop()
  const ana = await states['declined once']!(shop)
  const landed = await ana.posts(typed('1'))
  expect(landed.text).toContain('You can try 2 more times.')
  expect(await shop.decided()).toHaveLength(1)
  await ana.posts(typed('2'))
  expect(await paidTimes(shop)).toBe(1)
})

test('a shopper who goes back to the form after paying and presses again has paid once', async () => {
  const shop = await openShop()
  const ana = await states.paid!(shop)
  const landed = await ana.posts(typed('1'))
  expect(landed.text).toContain('Thank you, your payment is complete')
  expect(await paidTimes(shop)).toBe(1)
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('a shopper who loads the return page twice gets the same result twice, sealed anew', async () => {
  const shop = await openShop()
  const ana = await states.paid!(shop)
  const [first, second] = [await ana.bringsBack(), await ana.bringsBack()]
  expect(second).toEqual(first)
})

test('a return asked for too early leads to the page of the session', async () => {
  const shop = await openShop()
  for (const name of ['not paid yet', 'at the bank', 'being processed']) {
    const ana = await states[name]!(shop)
    expect((await ana.visits('/return')).address).toBe(ana.address)
  }
})

/** Payments that hold or took money. */
const paidTimes = ({ count }: Shop) => count(`payments.payments where status in ('authorized', 'captured')`)

/** The page without what is new in each copy of it. */
const withoutNoise = ({ status, text }: { status: number; text: string }) => ({
  status,
  text: text.replaceAll(/value="[A-Za-z0-9+/_=,-]{60,}"/g, ''),
})
