import { expect, test } from 'vitest'
import { newCustomer, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { notifiedPayouts, openPayer, sent } from '../world/payouts.ts'

test('money goes to the card that the customer has paid with, out of what the merchant is owed', async () => {
  const shop = await openPayer()
  const before = await shop.owed()

  const answer = await shop.paysOut({ externalOrderId: 'win-1' })

  expect(answer).toMatchObject({
    status: 200,
    data: { orderStatus: 'complete-ok', transactionStatus: 'complete-ok', cardId: Number(shop.cardId), is3d: 0 },
  })
  expect(await shop.order(answer)).toMatchObject({ orderType: 'credit', orderStatus: 'complete-ok', amount: 5 })
  expect(await shop.transaction(answer)).toMatchObject({
    transactionType: 'credit',
    transactionStatus: 'complete-ok',
    amount: '5.00',
    description: 'Your winnings',
    cardNumber: '411111******1111',
    components: [{ componentType: 'credit', providerRc: '00' }],
  })
  expect(await shop.owed()).toBe(before - 500n)
})

test('the store is notified of a payout, and finds it in its lists and in its log', async () => {
  const shop = await openPayer()
  const { data } = await shop.paysOut({ externalOrderId: 'win-1', externalCustomData: 'table 7' })
  await shop.world.runUntilIdle()

  expect(notifiedPayouts(shop)).toMatchObject([
    {
      transactionStatus: 'complete-ok',
      transactionType: 'credit',
      externalOrderId: 'win-1',
      transactionId: data.transactionId,
      amount: 5,
      customData: 'table 7',
    },
  ])
  const { client } = shop
  expect((await client.get('/order?orderType=credit')).items).toMatchObject([{ externalOrderId: 'win-1' }])
  const search = await client.send('POST', '/order-search', { form: { orderType: 'credit' } })
  expect((await client.get(`/order?searchId=${search.data.searchId}`)).items).toHaveLength(1)
  expect((await client.get('/transaction?transactionType=credit')).items).toMatchObject([{ id: data.transactionId }])
  expect((await client.get(`/notification-for-transaction?resourceId=${data.transactionId}`)).items).toMatchObject([
    { message: 'transactionCredit' },
  ])
})

// In small: days with payouts agree with themselves in everything
longTest('payouts settle with the day: the batch is what was taken less what was paid out', async () => {
  const shop = await openPayer()
  await shop.paysOut()
  await shop.world.pass({ days: 1 })
  expect(await shop.rows('select net_minor, payments from settlement.batches')).toEqual([
    { net_minor: 1500n, payments: 2 },
  ])
})

test('a declined payout is 402 with why; the order has failed and nothing is booked', async () => {
  const shop = await openPayer({}, { cardNumber: '4000030000006006' })
  const before = await shop.owed()

  const answer = await shop.paysOut()

  expect(answer).toMatchObject({
    status: 402,
    body: {
      code: 402,
      data: { orderId: expect.any(Number), transactionId: expect.any(Number), orderStatus: 'complete-failed' },
      error: [{ code: 837, reason: 'card_closed' }],
    },
  })
  expect(await shop.order(answer)).toMatchObject({ orderStatus: 'complete-failed', endReason: 'card_closed' })
  expect(await shop.transaction(answer)).toMatchObject({
    components: [{ componentType: 'credit', providerRc: 'card_closed' }],
  })
  await shop.world.runUntilIdle()
  expect(notifiedPayouts(shop)).toMatchObject([{ transactionStatus: 'complete-failed' }])
  expect(await shop.owed()).toBe(before)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('no more is paid out than is owed, and the refusal says how much that is', async () => {
  const shop = await openPayer()
  // 20.00 less the fee of 1.4% and 0.25.
  expect(await shop.paysOut({ amount: '19.48' })).toMatchObject({
    status: 409,
    body: { error: [{ field: 'amount', message: expect.stringContaining('19.47 EUR') }] },
  })
  expect(await shop.paysOut({ amount: '19.47' })).toMatchObject({ status: 200 })
  expect(await shop.owed()).toBe(0n)
})

// In small: two payouts at once cannot both have the same money
longTest('what is being refunded cannot be paid out as well', async () => {
  const shop = await openPayer()
  await shop.world.pass({ days: 1 })
  shop.acquirerProxy.next('refund', 'request lost')
  await shop.client.send('DELETE', `/transaction/${shop.paid.transactionId}`, { form: { amount: '10.00' } })
  expect(await shop.paysOut({ amount: '9.48' })).toMatchObject({ status: 409, body: { error: [{ field: 'amount' }] } })
  expect(await shop.paysOut({ amount: '9.47' })).toMatchObject({ status: 200 })
})

test('two payouts at once cannot both have the same money', async () => {
  const shop = await openPayer()
  await shop.paysOut({ amount: '1.00' })
  const held = await shop.world.holdRow('directory.merchants', BigInt(shop.site.merchantId))
  const both = [shop.paysOut({ amount: '10.00' }), shop.paysOut({ amount: '10.00' })]
  await shop.world.untilWaiting(2)
  await held.release()

  const answers = await Promise.all(both)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await shop.count(`orders.orders where type = 'credit'`)).toBe(2)
})

// In small: two payouts at once cannot both have the same money
longTest('the very first payouts of a merchant take turns too', async () => {
  const shop = await openPayer()
  const all = await Promise.all(Array.from({ length: 6 }, () => shop.paysOut({ amount: '10.00' })))
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
})

// In small: two payouts at once cannot both have the same money
longTest('many payouts at once that are all covered are all made', async () => {
  const shop = await openPayer()
  const all = await Promise.all(Array.from({ length: 15 }, () => shop.paysOut({ amount: '1.00' })))
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await shop.owed()).toBe(1947n - 1500n)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('what may not be paid out is refused by field, and leaves no order', async () => {
  const shop = await openPayer({ payoutMaxMinor: 1_500n })
  const ben = await newCustomer(shop.client, { identifier: 'ben' })
  const verified = await orders(shop.client, ben, { ...typedCard, amount: '0', cardTransactionMode: 'verifyCard' })
  const refunded = await orders(shop.client, ben, { ...typedCard, cardNumber: '5555555555554444', saveCard: '1' })
  await shop.client.send('DELETE', `/transaction/${refunded.data.transactionId}`)
  const orderCount = await shop.count('orders.orders')
  const wrong: [input: Record<string, string>, status: number, field: string][] = [
    [{ cardTransactionMode: 'authAndCapture' }, 400, 'cardTransactionMode'],
    [{ cardTransactionMode: '' }, 400, 'cardTransactionMode'],
    [{ orderType: 'purchase' }, 400, 'orderType'],
    [{ amount: '0.00' }, 400, 'amount'],
    [{ amount: '15.01' }, 400, 'amount'],
    [{ currency: 'RON' }, 409, 'cardId'],
    [{ cardId: '' }, 400, 'cardId'],
    [{ cardId: '', ...typedCard }, 400, 'cardNumber'],
    [{ cardId: '999' }, 400, 'cardId'],
    [{ customerId: String(ben) }, 400, 'cardId'],
    // Verified, but no payment was made with it; and one with a payment that was cancelled.
    [{ customerId: String(ben), cardId: String(verified.data.cardId) }, 409, 'cardId'],
    [{ customerId: String(ben), cardId: String(refunded.data.cardId) }, 409, 'cardId'],
  ]
  for (const [input, status, field] of wrong) {
    const refused = await shop.paysOut(input)
    expect([refused.status, refused.body.error?.[0]?.field], JSON.stringify([input, refused.body])).toEqual([
      status,
      field,
    ])
  }
  expect(await shop.count('orders.orders')).toBe(orderCount)
  expect(sent(shop)).toEqual([])
})

test('a site may not pay out until the operator allows it, and who allowed it is on record', async () => {
  const shop = await openPayer({ payoutsAllowed: false })
  expect(await shop.paysOut()).toMatchObject({ status: 403, body: { error: [{ field: 'orderType' }] } })

  const by = { actor: 'operator', fromWhere: 'command line' }
  const changes = { payoutsAllowed: true, payoutMaxMinor: 2_000n }
  await shop.world.app.directory.changeSite({ by, siteId: shop.site.id, changes })

  expect(await shop.paysOut()).toMatchObject({ status: 200 })
  expect(await shop.rows(`select actor, after from directory.audit where action = 'siteChanged'`)).toEqual([
    { actor: 'operator', after: { payoutsAllowed: true, payoutMaxMinor: '2000' } },
  ])
})

test('one idempotency key is one payout, however concurrently it is sent', async () => {
  const shop = await openPayer()
  const once = () => shop.paysOut({}, { 'idempotency-key': 'win-1' })
  const all = await Promise.all(Array.from({ length: 6 }, once))
  expect(new Set(all.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(all[0]).toMatchObject({ status: 200 })
  expect(sent(shop)).toHaveLength(1)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('one order number of the store is one payout, whatever its result', async () => {
  const shop = await openPayer()
  const all = await Promise.all(Array.from({ length: 5 }, () => shop.paysOut({ externalOrderId: 'win-1' })))
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await shop.paysOut({ externalOrderId: 'declined', amount: '0.05' })).toMatchObject({ status: 402 })
  expect(await shop.paysOut({ externalOrderId: 'declined', amount: '0.05' })).toMatchObject({ status: 409 })
  expect(sent(shop)).toHaveLength(2)
})

// In small: a program of the merchant receives from the API what is recorded
longTest('what was paid out cannot be refunded, captured or called off', async () => {
  const shop = await openPayer()
  const { data } = await shop.paysOut()
  const open = await shop.paysOut({ amount: '0.04' })
  const { client } = shop
  expect(await client.send('DELETE', `/transaction/${data.transactionId}`)).toMatchObject({ status: 409 })
  expect(await client.send('PUT', `/transaction/${data.transactionId}`, { form: { amount: '1' } })).toMatchObject({
    status: 409,
  })
  expect(await client.send('DELETE', `/order/${data.orderId}`)).toMatchObject({ status: 409 })
  expect(await client.send('DELETE', `/order/${open.data.orderId}`)).toMatchObject({ status: 409 })
  // Deleting the customer does not end a payout that is under way either.
  await client.send('DELETE', `/customer/${shop.customerId}`)
  expect(await shop.order(open)).toMatchObject({ orderStatus: 'start' })
})

// In small: money goes to the card that the customer has paid with, out of what the merchant is owed
longTest('a payment page and a link never pay out, and an order number of a payout is not paid on one', async () => {
  const shop = await openPayer()
  await shop.paysOut({ externalOrderId: 'win-1' })
  const order = { orderId: 'win-2', type: 'credit', amount: 5, currency: 'EUR', description: 'Your winnings' } as const
  const shopper = await shop.sends({ order: order as never })
  expect(shopper.opened.status).toBe(400)
  expect(shopper.opened.text).toContain('order.type')
  const taken = await shop.sends({ order: { ...order, orderId: 'win-1', type: 'purchase' } as never })
  expect(taken.opened.status).toBe(400)
  expect(taken.opened.text).toContain('order.orderId')
  const link = { siteId: String(shop.site.id), amount: '5.00', currency: 'EUR', active: '1', orderType: 'credit' }
  const form = { ...link, contentType: 'Description', content: 'Your winnings' }
  expect(await shop.client.send('POST', '/payment-link', { form })).toMatchObject({
    status: 400,
    body: { error: [{ field: 'orderType' }] },
  })
  expect(await shop.count(`orders.orders where type = 'credit'`)).toBe(1)
})
