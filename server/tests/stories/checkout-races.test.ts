import { expect, test } from 'vitest'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { longTest } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { cardFields } from '../world/shopper.ts'

/** As many connections as there are racers, so that all of them can stand at the line. */
const forTwenty = { environment: { FLORIN_DATABASE_CONNECTIONS: '40' } }
const twenty = Array.from({ length: 20 }, (_, index) => index)
const typed = { attempt: '1', ...cardFields({}) }

test('twenty browsers post one order at once: one order, one session, one address', async () => {
  const shop = await openShop({}, forTwenty)
  await shop.sends({ orderId: 'an-earlier-one' })
  const ana = await idOf(shop, 'shoppers.shoppers')
  const held = await shop.world.holdRow('shoppers.shoppers', ana)
  const posting = Promise.all(twenty.map(() => shop.sends({ orderId: 'once' })))
  await shop.world.untilWaiting(20)
  await held.release()
  const shoppers = await posting
  expect(shoppers.map(({ opened }) => opened.status)).toEqual(twenty.map(() => 303))
  expect(new Set(shoppers.map(({ address }) => address)).size).toBe(1)
  expect(await shop.count(`orders.orders where external_id = 'once'`)).toBe(1)
  expect(await shop.count('checkout.sessions')).toBe(2)
})

test('twenty tabs press the pay button at the same moment: one authorization, one capture, one notification', async () => {
  const shop = await openShop({}, forTwenty)
  const ana = await shop.sends()
  const held = await shop.world.holdRow('orders.orders', await idOf(shop, 'orders.orders'))
  const paying = Promise.all(twenty.map(() => ana.posts(typed)))
  await shop.world.untilWaiting(20)
  await held.release()
  const landed = await paying
  expect(landed.map(({ status }) => status)).toEqual(twenty.map(() => 200))
  await shop.world.runUntilIdle()
  expect(await shop.decided()).toMatchObject([{ kind: 'sale', result: { outcome: 'approved' } }])
  expect(await shop.count('payments.payments')).toBe(1)
  expect(await shop.count(`payments.payment_transitions where action = 'sell'`)).toBe(1)
  expect(shop.notified()).toHaveLength(1)
})

// In small: twenty tabs press the pay button at the same moment: one authorization, one capture, one notification
longTest('twenty tabs press at once and the card is declined: it counts as one attempt', async () => {
  const shop = await openShop({}, forTwenty)
  const ana = await shop.sends({ amount: '0.05' })
  const held = await shop.world.holdRow('orders.orders', await idOf(shop, 'orders.orders'))
  const paying = Promise.all(twenty.map(() => ana.posts(typed)))
  await shop.world.untilWaiting(20)
  await held.release()
  await paying
  expect(await shop.decided()).toHaveLength(1)
  expect(await shop.rows('select attempts, status from orders.orders')).toEqual([{ attempts: 1, status: 'start' }])
})

// In small: twenty tabs press the pay button at the same moment: one authorization, one capture, one notification
longTest(
  'while the acquirer has not responded, every other tab shows that the payment is being processed',
  async () => {
    const shop = await openShop()
    const ana = await shop.sends()
    const slow = delay()
    shop.acquirerProxy.next('authorize', slow.mishap)
    const first = ana.pays()
    await slow.reached
    const others = await Promise.all([1, 2, 3].map(() => ana.posts(typed)))
    const loaded = await ana.sees()
    for (const { text } of [...others, loaded]) expect(text).toContain('Your payment is being processed')
    slow.goOn()
    expect((await first).address).toBe(`${ana.address}/return`)
    expect(await shop.decided()).toHaveLength(1)
  },
)

test('the shopper cancels in one tab just after paying in another: the payment stands and the order is paid', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  const held = await shop.world.holdRow('orders.orders', await idOf(shop, 'orders.orders'))
  const paying = ana.posts(typed)
  await shop.world.untilWaiting(1)
  const cancelling = ana.cancels()
  await shop.world.untilWaiting(2)
  await held.release()
  await Promise.all([paying, cancelling])
  expect((await ana.sees()).text).toContain('Thank you, your payment is complete')
  expect(await shop.rows('select status from orders.orders')).toEqual([{ status: 'complete-ok' }])
  expect(await shop.decided()).toHaveLength(1)
})

test('the shopper pays in one tab just after cancelling in another: nothing is charged', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  const held = await shop.world.holdRow('orders.orders', await idOf(shop, 'orders.orders'))
  const cancelling = ana.cancels()
  await shop.world.untilWaiting(1)
  const paying = ana.posts({ ...typed, saveCard: '1' })
  await shop.world.untilWaiting(2)
  await held.release()
  await Promise.all([paying, cancelling])
  expect((await ana.sees()).text).toContain('You cancelled the payment')
  expect(await shop.decided()).toEqual([])
  expect(await shop.count('payments.payments')).toBe(0)
  expect(await shop.count('vault.cards')).toBe(0)
})

// In small: the shopper pays in one tab just after cancelling in another: nothing is charged
longTest('the page expires while the button is being pressed: nothing is charged', async () => {
  const shop = await openShop()
  const ana = await shop.sends()
  const held = await shop.world.holdRow('orders.orders', await idOf(shop, 'orders.orders'))
  const expiring = shop.world.pass({ minutes: 30 })
  await shop.world.untilWaiting(1)
  const paying = ana.posts(typed)
  await shop.world.untilWaiting(2)
  await held.release()
  await Promise.all([expiring, paying])
  expect((await ana.sees()).text).toContain('This page has expired')
  expect(await shop.decided()).toEqual([])
  expect(await shop.rows('select status, end_reason from orders.orders')).toEqual([
    { status: 'complete-failed', end_reason: 'expired' },
  ])
})

// In small: the bank returns twice, and so does the back button: one payment, one notification
longTest('the bank sends the browser back twice at once: the acquirer is asked to go on once', async () => {
  const shop = await openShop()
  const ana = await shop.sends({ amount: '30.00' })
  await ana.pays()
  const wayBack = await ana.passesBank('00000')
  const held = await shop.world.holdRow('payments.payments', await idOf(shop, 'payments.payments'))
  const returning = Promise.all([ana.returnsFromBank(wayBack), ana.returnsFromBank(wayBack)])
  await shop.world.untilWaiting(2)
  await held.release()
  const landed = await returning
  expect(landed.map(({ status }) => status)).toEqual([200, 200])
  expect(shop.acquirerProxy.requests.map(({ kind }) => kind)).toEqual(['authorize', 'completeChallenge'])
  await shop.world.runUntilIdle()
  expect(shop.notified()).toMatchObject([{ transactionStatus: 'complete-ok', amount: 30 }])
})

// In small: two payments that store the same card at once store it once, and both know it
longTest('one card is saved in two orders at once: the shopper has one card, and both orders know it', async () => {
  const shop = await openShop()
  const [bread, milk] = [await shop.sends({ saveCard: true }), await shop.sends({ saveCard: true })]
  const first = delay()
  const second = delay()
  shop.acquirerProxy.next('authorize', first.mishap, second.mishap)
  const paying = Promise.all([bread.pays({ save: true }), milk.pays({ save: true })])
  await Promise.all([first.reached, second.reached])
  first.goOn()
  second.goOn()
  await paying
  await shop.world.runUntilIdle()
  const cards = shop.notified().map(({ cardId }) => cardId)
  expect(cards).toHaveLength(2)
  expect(cards[0]).toEqual(cards[1])
  expect(await shop.count('shoppers.cards')).toBe(1)
  expect(await shop.count('vault.cards')).toBe(1)
})

const idOf = async ({ rows }: Shop, table: string): Promise<bigint> =>
  BigInt(String((await rows(`select max(id) as id from ${table}`))[0]!.id))
