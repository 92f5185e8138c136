import { expect, test } from 'vitest'
import type { StoredCardId } from '#acquiring/ids'
import {
  type CardInput,
  cancelOrder,
  getOrder,
  type OrderInput,
  placeOrder,
  readTerms,
  type UncheckedTerms,
} from '#acquiring/orders'
import { capturePayment, paymentsOf } from '#acquiring/payments'
import { by } from '../world/author.ts'
import { cardDetails, openBiller } from '../world/biller.ts'
import { longTest } from '../world/length.ts'

type Input = Partial<Omit<OrderInput, 'terms'>> & {
  terms?: UncheckedTerms
  mode?: 'auth' | 'authAndCapture' | 'verifyCard'
}

/** A customer of the shop who once paid with a stored card, and the API that places orders for them. */
async function openShop() {
  const shop = await openBiller()
  const earlier = await shop.subscribes()
  const places = ({ terms, mode = 'authAndCapture', ...input }: Input = {}) => {
    const { site } = shop
    const rules = { ...site, mode, now: shop.world.clock.now() }
    return placeOrder(shop.world.app, {
      site,
      shopperId: earlier.shopperId,
      terms: readTerms({ orderType: 'purchase', amount: '12.00', currency: 'EUR', ...terms }, rules),
      externalId: undefined,
      description: 'Bread, weekly',
      card: undefined,
      ip: '203.0.113.9',
      ...input,
    })
  }
  return { shop, places, stored: stored(earlier.cardId!) }
}

const stored = (cardId: StoredCardId, networkTransaction?: { id: string; at: Temporal.Instant }): CardInput => ({
  from: 'stored',
  cardId,
  networkTransaction,
})
const typed = (pan: string): CardInput => ({
  from: 'typed',
  brand: 'visa',
  details: cardDetails(pan, '12/2034'),
  save: false,
})
const browser = { acceptHeader: 'text/html', userAgent: 'a', language: 'en', ip: '203.0.113.9', javaScript: false }
const threeDSecure = { returnUrl: () => 'https://florin.test/back', browser }
const insistent = '4000040000002004'

// In small: a program of the merchant receives from the API what is recorded
longTest('an order without a card is opened and waits to be paid', async () => {
  const { places } = await openShop()
  const { order, payment } = await places({ externalId: 'loaf-1' })
  expect(order).toMatchObject({ status: 'start', externalId: 'loaf-1', description: 'Bread, weekly' })
  expect(payment).toBeUndefined()
})

test("a stored card pays without its owner, with the network's id of their own first payment", async () => {
  const { places, stored } = await openShop()
  expect(await places({ card: stored })).toMatchObject({
    order: { status: 'complete-ok' },
    payment: { status: 'captured', source: 'service-call', threeDSecure: 'none' },
  })
  expect(await places({ card: stored, mode: 'auth' })).toMatchObject({
    order: { status: 'in-progress' },
    payment: { status: 'authorized' },
  })
})

// In small: a subscription begins with its trial, is postponed, gets another card and is cancelled
longTest('a subscription placed with a stored card charges its trial now and is billed from then on', async () => {
  const { shop, places, stored } = await openShop()
  const terms = { orderType: 'recurring', intervalType: 'day', intervalValue: '7', trialAmount: '1.00' }
  const { order, payment } = await places({ card: stored, terms })
  expect(order).toMatchObject({ status: 'in-progress', nextPeriod: 1 })
  expect(payment).toMatchObject({ amount: { minor: 100n }, description: '7 day subscription trial' })
  await shop.goesTo('2026-05-11T10:00:00Z')
  expect(await shop.billings(order.id)).toEqual(['2026-05-11T10:00:00Z 1200 captured'])
})

test('a card whose first transaction is not known can be charged only with the pair that names it', async () => {
  const { shop, places, stored: known } = await openShop()
  const { cardId } = known as Extract<CardInput, { from: 'stored' }>
  await shop.world.app.db.run(
    'update shoppers.cards set network_transaction_id = null, network_transaction_at = null where id = $1',
    [cardId],
  )
  await expect(places({ card: known })).rejects.toMatchObject({
    code: 'missing_original_network_transaction',
    field: 'networkTransactionId',
  })
  const at = shop.world.clock.now()
  const terms = { orderType: 'managed' }
  const { order } = await places({ card: stored(cardId, { id: '015841570420003', at }), terms })
  expect(order).toMatchObject({ status: 'in-progress', networkTransaction: { id: '015841570420003', at } })
})

// In small: a program of the merchant receives from the API what is recorded
longTest(
  'card data pays as the shopper; a bank that wants to see them declines softly, and the order can be sent again',
  async () => {
    const { places } = await openShop()
    expect(await places({ card: typed('4000001111111118') })).toMatchObject({ order: { status: 'complete-ok' } })
    const again = { externalId: 'loaf-2', card: typed(insistent) }
    expect(await places(again)).toMatchObject({
      order: { status: 'start' },
      payment: { status: 'failed', declineReason: 'authentication_required' },
    })
    const { order, payment } = await places({ ...again, threeDSecure })
    expect(payment).toMatchObject({ status: 'challenging', challenge: { fields: { PaReq: expect.any(String) } } })
    expect(order.status).toBe('start')
  },
)

// In small: a program of the merchant receives from the API what is recorded
longTest('a declined card fails the order at once, and its number is taken', async () => {
  const { places } = await openShop()
  const input = { externalId: 'loaf-3', card: typed('4000020000002006') }
  expect(await places(input)).toMatchObject({
    order: { status: 'complete-failed', endReason: 'card_closed' },
    payment: { status: 'failed' },
  })
  await expect(places(input)).rejects.toMatchObject({ code: 'order_exists', field: 'externalOrderId' })
})

test('the same order sent at the same moment is one order, paid once', async () => {
  const { shop, places, stored } = await openShop()
  const all = await Promise.allSettled(Array.from({ length: 8 }, () => places({ externalId: 'loaf-4', card: stored })))
  const placed = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value.order.id] : []))
  const codes = all.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []))
  expect(placed).toHaveLength(1)
  expect(['payment_in_progress', 'payment_in_progress', 'order_exists']).toEqual(
    expect.arrayContaining([...new Set(codes)]),
  )
  expect(await shop.captured(placed[0]!)).toHaveLength(1)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a card is verified for nothing and kept', async () => {
  const { places } = await openShop()
  const { order, payment } = await places({
    terms: { orderType: 'managed', amount: '0' },
    mode: 'verifyCard',
    card: typed('4000001111111118'),
  })
  expect(payment).toMatchObject({ status: 'verified', cardId: expect.any(BigInt) })
  expect(order).toMatchObject({ status: 'in-progress', cardId: payment?.cardId })
})

test('what cannot be placed is refused by field, and nothing is opened', async () => {
  const { shop, places, stored: card } = await openShop()
  const old = await shop.subscribes({ expiry: '05/2026' })
  await shop.goesTo('2026-06-02T10:00:00Z')
  const refusals = [
    places({ shopperId: 1n as never }),
    places({ card: stored(1n as never) }),
    places({ card: stored(old.cardId!) }),
    places({ mode: 'verifyCard', terms: { amount: '0' } }),
    places({ card, externalId: old.externalId }),
  ]
  const notified = await Promise.all(refusals.map((each) => each.then(String, ({ code, field }) => `${code} ${field}`)))
  expect(notified).toEqual([
    'customer_not_found customerId',
    'card_not_found cardId',
    'card_expired cardId',
    'card_missing cardId',
    'order_exists externalOrderId',
  ])
  const [{ count }] = (await shop.world.app.db.run('select count(*)::int as count from orders.orders', [])) as [
    { count: number },
  ]
  expect(count).toBe(2)
})

test('a purchase that is captured while it is being cancelled stays paid, and the cancellation is refused', async () => {
  const { shop, places, stored } = await openShop()
  const { app } = shop.world
  const { order, payment } = await places({ card: stored, mode: 'auth' })
  const { siteId, id: orderId } = order
  let isFirst = true
  const captureMeanwhile: typeof app.react = async (announcement, now) => {
    if (isFirst) {
      isFirst = false
      await capturePayment(app, { by, siteId, paymentId: payment!.id, amount: undefined })
    }
    return app.react(announcement, now)
  }

  const why = { by, party: 'merchant', reason: undefined, message: undefined } as const
  const cancelled = cancelOrder({ ...app, react: captureMeanwhile }, { siteId, orderId, ...why })

  await expect(cancelled).rejects.toMatchObject({ code: 'order_not_cancellable' })
  expect(await getOrder(app.db, orderId)).toMatchObject({ status: 'complete-ok' })
  expect(await paymentsOf(app.db, orderId)).toMatchObject([{ status: 'captured' }])
})
