import { expect, test } from 'vitest'
import { billingJobs, updateOrderCard } from '#acquiring/billing'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { by } from '../world/author.ts'
import { cardDetails } from '../world/biller.ts'
import { longTest } from '../world/length.ts'
import { cardFields } from '../world/shopper.ts'
import { openSubscriptionShop, type Subscriber, type SubscriptionShop } from '../world/subscriber.ts'

const blacklisted = '4000030000004001'
const otherGood = '4000001111111118'
const due = '2026-06-04T10:00:00Z'

const asked = async (ana: Subscriber) =>
  (await ana.payments()).map(({ source, status, declineReason }) => [source, declineReason ?? status].join(' '))

/** A worker comes to the order. */
const bills = (shop: SubscriptionShop, { orderId }: Subscriber): Promise<void> =>
  billingJobs(shop.world.app)[0]!.run(orderId)

/** The order is due and not billed yet, and its shopper is on its page. */
async function isDue(shop: SubscriptionShop, ana: Subscriber, moment = due): Promise<void> {
  shop.world.clock.set(Temporal.Instant.from(moment))
  await ana.sees()
}

const form = { attempt: '1', ...cardFields({ number: otherGood }) }

test('one shown form tries one card, however often and fast its button is pressed', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  await ana.sees()
  const row = await shop.world.holdRow('orders.orders', ana.orderId)
  const presses = [ana.posts('/card', form), ana.posts('/card', form), ana.posts('/card', form)]
  await shop.world.untilWaiting(3)
  await row.release()
  const landed = await Promise.all(presses)
  expect(landed.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await asked(ana)).toEqual(['service-call captured', 'card-change verified'])
  const late = await ana.posts('/card', form)
  expect(late.messages).toContain('Your card has been changed')
  expect(await asked(ana)).toHaveLength(2)
})

// In small: one shown form tries one card, however often and fast its button is pressed
longTest('the old form of a card that was declined does not try it again, also by the back button', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  const stolen = { ...form, cardNumber: '4000020000001008' }
  await ana.posts('/card', stolen)
  expect((await ana.posts('/card', stolen)).messages).toContain('This card was not accepted')
  expect(await asked(ana)).toEqual(['service-call captured', 'card-change card_lost_or_stolen'])
})

// In small: one shown form tries one card, however often and fast its button is pressed
longTest('a press that was held up until another of the same form was done does nothing', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  const details = cardDetails(otherGood, '12/2034')
  const press = {
    by,
    siteId: shop.site.id,
    orderId: ana.orderId,
    card: { brand: 'visa', details },
    ip: undefined,
    after: 0,
  }
  await updateOrderCard(shop.world.app, press)
  await expect(updateOrderCard(shop.world.app, press)).rejects.toMatchObject({ code: 'card_update_conflict' })
  expect(await asked(ana)).toEqual(['service-call captured', 'card-change verified'])
})

// In small: a worker that retries and a shopper who gives a better card at the same moment: the debt is paid once
longTest(
  'a card is changed at the very moment of the billing: the period is charged once, and the new card stays or is asked for again',
  async () => {
    const shop = await openSubscriptionShop()
    const ana = await shop.subscribes()
    await isDue(shop, ana)
    const row = await shop.world.holdRow('orders.orders', ana.orderId)
    const both = [bills(shop, ana), ana.posts('/card', form)] as const
    await shop.world.untilWaiting(2)
    await row.release()
    const [, landed] = await Promise.all(both)
    expect(landed.status).toBe(200)
    await shop.world.pass({ minutes: 5 })
    const changed = (await asked(ana)).includes('card-change verified')
    if (!changed)
      expect((await ana.submitsCard({ number: otherGood })).messages).toContain('Your card has been changed')
    const billed = (await ana.payments()).filter(({ period }) => period === 1)
    expect(billed.map(({ status }) => status)).toEqual(['captured'])
    expect(await ana.order()).toMatchObject({ status: 'in-progress', nextPeriod: 2 })
    expect((await ana.sees()).messages).toContain('Visa ending in 1118')
  },
)

test('while a payment is being made the card cannot be changed: the page says so, waits, and then asks', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  await isDue(shop, ana)
  const slow = delay()
  shop.acquirerProxy.next('authorize', slow.mishap)
  const billing = bills(shop, ana)
  await slow.reached
  expect((await ana.sees()).messages).toContain('Being charged A payment of €30.00 is being made at this moment.')
  expect((await ana.sees('/card')).messages).toContain('A payment is being made')
  const pressed = await ana.posts('/card', form)
  expect(pressed).toMatchObject({ status: 200, address: `${await ana.link()}/card` })
  expect(pressed.messages).toContain('A payment is being made You can change the card as soon as it is done.')
  slow.goOn()
  await billing
  expect((await ana.sees('/card')).text).toContain('name="cardNumber"')
  expect(await asked(ana)).toEqual(['service-call captured', 're-bill captured'])
})

// In small: a cancellation and a billing at the same moment: the period is charged or not, and nothing follows
longTest(
  'a shopper who cancels while a payment is being made reads that it may go through; it does, and it is the last',
  async () => {
    const shop = await openSubscriptionShop()
    const ana = await shop.subscribes()
    await isDue(shop, ana)
    const slow = delay()
    shop.acquirerProxy.next('authorize', slow.mishap)
    const billing = bills(shop, ana)
    await slow.reached
    expect((await ana.sees('/cancel')).messages).toContain(
      'A payment of €30.00 is being made at this moment. It may still',
    )
    expect((await ana.cancels()).messages).toContain('You have cancelled the subscription.')
    slow.goOn()
    await billing
    await shop.world.pass({ months: 2 })
    expect(await asked(ana)).toEqual(['service-call captured', 're-bill captured'])
    expect((await ana.sees(await ana.link())).messages).toContain('4 June 2026 Visa ending in 1111 €30.00 Paid')
  },
)

test('a cancellation and a billing at the same moment: the period is charged or not, and nothing follows', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes()
  await isDue(shop, ana)
  const row = await shop.world.holdRow('orders.orders', ana.orderId)
  const both = [bills(shop, ana), ana.posts('/cancel', {}), ana.posts('/cancel', { why: 'twice' })] as const
  await shop.world.untilWaiting(3)
  await row.release()
  const [, ...pages] = await Promise.all(both)
  for (const { messages } of pages) expect(messages).toContain('You have cancelled the subscription.')
  await shop.world.pass({ months: 2 })
  expect((await asked(ana)).length).toBeLessThanOrEqual(2)
  expect(await ana.order()).toMatchObject({
    status: 'complete-ok',
    endReason: 'cancelled_by_shopper',
    dueAt: undefined,
  })
})

test('a worker that retries and a shopper who gives a better card at the same moment: the debt is paid once', async () => {
  const shop = await openSubscriptionShop()
  const ana = await shop.subscribes({ number: blacklisted })
  await shop.goesTo(due)
  await isDue(shop, ana, '2026-06-05T10:00:00Z')
  const row = await shop.world.holdRow('orders.orders', ana.orderId)
  const both = [bills(shop, ana), ana.posts('/card', form)]
  await shop.world.untilWaiting(2)
  await row.release()
  await Promise.all(both)
  await shop.world.pass({ minutes: 5 })
  if ((await ana.order()).status === 'retrying') await ana.submitsCard({ number: otherGood })
  const paid = (await asked(ana)).filter((line) => line === 're-bill captured')
  expect(paid).toHaveLength(1)
  expect(await ana.order()).toMatchObject({ status: 'in-progress', nextPeriod: 2 })
})
