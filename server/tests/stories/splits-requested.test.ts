import { expect, test } from 'vitest'
import type { Site } from '#core/directory'
import { bread, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { postForm, signedByHand } from '../world/by-hand.ts'
import { longTest, sampled } from '../world/length.ts'
import { openPayer } from '../world/payouts.ts'
import { openSubscriptionShop } from '../world/subscriber.ts'

const overnight = { hours: 24 }
const by = { actor: 'operator', fromWhere: 'test' }

/** A shop, and the site of another merchant that accepts shares of its payments. */
async function openMarket(...input: Parameters<typeof openApiShop>) {
  const shop = await openApiShop(...input)
  const { site: hotel } = await shop.world.merchant({ acceptsSplitsFrom: [shop.site.id] })
  const { site: stranger } = await shop.world.merchant()
  const customerId = await newCustomer(shop.client)
  const pays = (splits: unknown, more: Record<string, string> = {}) =>
    orders(shop.client, customerId, {
      ...typedCard,
      amount: '10.00',
      transactionOption: JSON.stringify(splitOf(splits)),
      ...more,
    })
  const record = async (id: unknown) => (await shop.client.get(`/transaction/${id}`)).data
  return { ...shop, hotel, stranger, customerId, pays, record }
}
const splitOf = (splitSchema: unknown) => ({ splitPayment: { splitSchema } })
const status = ({ transactionStatus, splitStatus }: Readonly<Record<string, unknown>>) => [
  transactionStatus,
  splitStatus,
]

test('the record of a split payment says what was requested, and what has become of the shares', async () => {
  const { hotel, pays, record, client, world } = await openMarket()
  const { data } = await pays([{ toSite: hotel.id, amount: 6, description: 'Room' }], { cardTransactionMode: 'auth' })
  expect(await record(data.transactionId)).toMatchObject({
    transactionOption: { splitPayment: { splitSchema: [{ toSite: hotel.id, amount: '6.00', description: 'Room' }] } },
    splitStatus: 'pending',
  })
  await client.send('PUT', `/transaction/${data.transactionId}`, { form: { amount: '8.00' } })
  expect(status(await record(data.transactionId))).toEqual(['complete-ok', 'done'])
  await world.pass(overnight)
  await client.send('DELETE', `/transaction/${data.transactionId}`, { form: { amount: '2.00' } })
  expect(status(await record(data.transactionId))).toEqual(['complete-ok', 'partly-returned'])
  await client.send('DELETE', `/transaction/${data.transactionId}`)
  expect(status(await record(data.transactionId))).toEqual(['refund-ok', 'returned'])
})

// In small: the record of a split payment says what was requested, and what has become of the shares
longTest('a payment without a split, one that failed and one that was voided have no status of a split', async () => {
  const { hotel, pays, record, client, customerId } = await openMarket()
  const plain = await orders(client, customerId, typedCard)
  expect(await record(plain.data.transactionId)).toMatchObject({ transactionOption: null, splitStatus: null })
  const shares = [{ toSite: hotel.id, amount: '6.00' }]
  const declined = await pays(shares, { cardNumber: '4000020000002006' })
  expect(await record(declined.data.transactionId)).toMatchObject({ splitStatus: null })
  const voided = await pays(shares, { cardTransactionMode: 'auth' })
  await client.send('DELETE', `/transaction/${voided.data.transactionId}`)
  expect(await record(voided.data.transactionId)).toMatchObject({ splitStatus: null })
})

const place = 'transactionOption.splitPayment.splitSchema[0]'
/** What is wrong with a list of shares, the field that is named, and why. */
const wrongShares: [string, (market: { site: Site; hotel: Site; stranger: Site }) => unknown, string, string][] = [
  ['an unknown site', () => [{ toSite: 99, amount: 1 }], `${place}.toSite`, 'there is no such site'],
  [
    'an unwilling site',
    ({ stranger }) => [{ toSite: stranger.id, amount: 1 }],
    `${place}.toSite`,
    'does not accept shares from site',
  ],
  [
    'an unwilling site below a willing one',
    ({ hotel, stranger }) => [{ toSite: hotel.id, amount: 5, ...splitOf([{ toSite: stranger.id, amount: 1 }]) }],
    `${place}.splitPayment.splitSchema[0].toSite`,
    'does not accept shares from site',
  ],
  [
    'the site of the order',
    ({ site }) => [{ toSite: site.id, amount: 1 }],
    `${place}.toSite`,
    'keeps what is not shared',
  ],
  [
    'more than the payment',
    ({ hotel }) => [{ toSite: hotel.id, amount: '10.01' }],
    'transactionOption.splitPayment.splitSchema',
    'must not add up to more than what is split: 10.01 of 10.00',
  ],
  ['nothing', ({ hotel }) => [{ toSite: hotel.id, amount: 0 }], `${place}.amount`, 'must be greater than zero'],
  ['no list', () => 'all', 'transactionOption.splitPayment.splitSchema', 'must be a list of shares'],
]

test.for(sampled(wrongShares, 3))(
  'a split for %s is refused by name on both interfaces, and nothing is charged',
  async (row) => {
    const [, sharesOf, field, reason] = row
    const market = await openMarket()
    const refused = await market.pays(sharesOf(market))
    expect(refused.status).toBe(400)
    expect(refused.body.error?.[0]).toMatchObject({ field, message: expect.stringContaining(reason) })
    const form = signedByHand(
      JSON.stringify({
        siteId: market.site.id,
        customer: { identifier: 'ana', email: 'ana@example.com' },
        order: { orderId: 'o-1', type: 'purchase', amount: 10, currency: 'EUR', description: 'Bread' },
        transactionOption: splitOf(sharesOf(market)),
      }),
      market.privateKey,
    )
    const page = await postForm(market.world.http, '/', form)
    expect([page.statusCode, page.body]).toEqual([400, expect.stringContaining(reason)])
    expect(page.body).toContain(field)
    expect(await market.count('orders.orders')).toBe(0)
  },
)

test('a site that accepts shares no more refuses new ones; an order that was opened before is shared as it says', async () => {
  const shop = await openSubscriptionShop()
  const { site: hotel } = await shop.world.merchant({ acceptsSplitsFrom: [shop.site.id] })
  const subscriber = await shop.subscribes({
    transactionOption: splitOf([{ toSite: hotel.id, amount: '12.00' }]) as never,
    order: { trialAmount: '10.00', firstBillDate: '2026-06-04T10:00:00Z' } as never,
  })
  await shop.world.app.directory.changeSite({ by, siteId: hotel.id, changes: { acceptsSplitsFrom: [] } })
  await shop.goesTo('2026-06-05T10:00:00Z')
  const payments = await subscriber.payments()
  expect(payments.map(({ amount, shares }) => [amount.minor, shares[0]?.amount.minor])).toEqual([
    [10_00n, 4_00n],
    [30_00n, 12_00n],
  ])
})

// In small: a site that accepts shares no more refuses new ones; an order that was opened before is shared as it says
longTest('an unpaid order that is sent again goes on, whatever its sites accept by then', async () => {
  const market = await openMarket()
  const { hotel, customerId, client, world } = market
  const transactionOption = splitOf([{ toSite: hotel.id, amount: '2.00' }])
  const input = { orderId: 'o-5', transactionOption: transactionOption as never }
  const form = { ...bread, customerId: String(customerId), externalOrderId: 'o-6' }
  const opens = () =>
    client.send('POST', '/order', { form: { ...form, transactionOption: JSON.stringify(transactionOption) } })
  const statuses = async () => [(await market.sends(input)).opened.status, (await opens()).data.orderStatus]
  expect(await statuses()).toEqual([303, 'start'])
  await world.app.directory.changeSite({ by, siteId: hotel.id, changes: { acceptsSplitsFrom: [] } })
  expect(await statuses()).toEqual([303, 'start'])
  expect((await market.sends({ ...input, orderId: 'o-7' })).opened.status).toBe(400)
})

test('a managed order is shared in proportion, or as the request of the charge says', async () => {
  const { hotel, pays, client, customerId, record } = await openMarket()
  const { data } = await pays([{ toSite: hotel.id, amount: 6 }], { orderType: 'managed' })
  const rebills = async (more: Record<string, string>) => {
    const form = { customerId: String(customerId), amount: '5.00', ...more }
    const { data: charged } = await client.send('PATCH', `/order-rebill/${data.orderId}`, { form })
    return record(charged.transactionId)
  }
  expect(await rebills({})).toMatchObject({
    transactionOption: { splitPayment: { splitSchema: [{ toSite: hotel.id, amount: '3.00' }] } },
  })
  const own = { transactionOption: JSON.stringify(splitOf([{ toSite: hotel.id, amount: '4.50' }])) }
  expect(await rebills(own)).toMatchObject({
    transactionOption: { splitPayment: { splitSchema: [{ toSite: hotel.id, amount: '4.50' }] } },
  })
})

test('the same order sent again with other shares is refused on both interfaces', async () => {
  const market = await openMarket()
  const shares = (amount: string) => [{ toSite: market.hotel.id, amount }]
  const open = (amount: string) => ({
    ...bread,
    customerId: String(market.customerId),
    externalOrderId: 'o-7',
    transactionOption: JSON.stringify(splitOf(shares(amount))),
  })
  const opens = (amount: string) => market.client.send('POST', '/order', { form: open(amount) })
  expect((await opens('2.00')).data.orderId).toBeDefined()
  expect((await opens('3.00')).body.error?.[0]).toMatchObject({ reason: 'order_exists' })
  const sends = (amount: string) =>
    market.sends({ orderId: 'o-8', transactionOption: splitOf(shares(amount)) as never })
  expect((await sends('2.00')).opened.status).toBe(303)
  expect((await sends('2.00')).opened.status).toBe(303)
  expect((await sends('3.00')).opened).toMatchObject({ text: expect.stringContaining('order.orderId') })
})

// In small: the same order sent again with other shares is refused on both interfaces
longTest('an order that is sent again after a soft decline keeps its shares', async () => {
  const { hotel, pays, client, customerId } = await openMarket()
  const sent = { externalOrderId: 'o-9', cardNumber: '4000040000002004', amount: '10.00' }
  expect((await pays([{ toSite: hotel.id, amount: 6 }], sent)).body.error?.[0]).toMatchObject({ code: 839 })
  const again = await orders(client, customerId, {
    ...typedCard,
    ...sent,
    cardNumber: typedCard.cardNumber,
    transactionOption: '{"isSoftDecline":"yes"}',
  })
  expect((await client.get(`/transaction/${again.data.transactionId}`)).data).toMatchObject({
    transactionOption: { splitPayment: { splitSchema: [{ toSite: hotel.id, amount: '6.00' }] } },
  })
})

test('a share that was paid out already is returned all the same: its merchant owes it, and pays out no more', async () => {
  const payer = await openPayer()
  const { world, site } = payer
  const seller = await world.merchant()
  const accepting = { acceptsSplitsFrom: [seller.site.id] }
  await world.app.directory.changeSite({ by, siteId: site.id, changes: accepting })
  const client = payer.api.client(seller.privateKey)
  const { data } = await orders(client, await newCustomer(client), {
    ...typedCard,
    amount: '10.00',
    transactionOption: JSON.stringify(splitOf([{ toSite: site.id, amount: 6 }])),
  })
  expect((await payer.paysOut({ amount: '25.47' })).status).toBe(200)
  expect(await payer.owed()).toBe(0n)
  await world.pass(overnight)
  await client.send('DELETE', `/transaction/${data.transactionId}`)
  expect(await payer.owed()).toBe(-6_00n)
  expect((await payer.paysOut({ amount: '0.01' })).body.error?.[0]).toMatchObject({ reason: 'payout_not_covered' })
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a payout is not shared', async () => {
  const payer = await openPayer()
  const transactionOption = JSON.stringify(splitOf([{ toSite: payer.site.id, amount: 1 }]))
  expect((await payer.paysOut({ transactionOption })).status).toBe(400)
})

// In small: a site that accepts shares no more refuses new ones; an order that was opened before is shared as it says
longTest('an operator says whose payments may be shared with a site, and the audit keeps it', async () => {
  const { world, site, hotel } = await openMarket()
  const changes = { acceptsSplitsFrom: [site.id, hotel.id] }
  await world.app.directory.changeSite({ by, siteId: site.id, changes })
  expect(
    await world.query(
      `select before, after from directory.audit where subject_id = '${site.id}' and action = 'siteChanged'`,
    ),
  ).toEqual([{ before: { acceptsSplitsFrom: [] }, after: changes }])
})

test('a sub-merchant and level 3 data go to the acquirer, and come back in the records', async () => {
  const { client, customerId, decided, record } = await openMarket()
  const level3Data = { level3Type: 'airline', level3Airline: { ticketNumber: '8V32EU', passengerName: 'Ana Pop' } }
  const { data } = await orders(client, customerId, {
    ...typedCard,
    transactionOption: '{"subMerchantId":"baker-7"}',
    level3Data: JSON.stringify(level3Data),
  })
  expect((await decided()).at(-1)).toMatchObject({
    subMerchantId: 'baker-7',
    level3: { type: 'airline', ticketNumber: '8V32EU', passengerName: 'Ana Pop' },
  })
  expect(await record(data.transactionId)).toMatchObject({
    level3Data,
    transactionOption: { subMerchantId: 'baker-7' },
  })
  expect((await client.get(`/order/${data.orderId}`)).data).toMatchObject({ level3Data })
})

// In small: level 3 data goes with a description, and with a plain cart
longTest('level 3 data goes with a description on the hosted page, and to the acquirer of every renewal', async () => {
  const shop = await openSubscriptionShop()
  await shop.subscribes({
    order: { level3Type: 'tourism', level3Tourism: { tourNumber: 'T-1', returnDate: '2026-07-01' } },
    transactionOption: { subMerchantId: 'guide-3' },
  })
  await shop.goesTo('2026-06-05T10:00:00Z')
  const seen = { level3: { type: 'tourism', tourNumber: 'T-1', returnDate: '2026-07-01' }, subMerchantId: 'guide-3' }
  expect(await shop.decided()).toMatchObject([seen, seen])
})

test.for(
  sampled([
    ['a type without its facts', { level3Type: 'airline' }, 'level3Data.level3Airline'],
    ['nothing that is known', { seat: '7A' }, 'level3Data'],
    ['too long a code', { level3AirlineCarrierCode: 'x'.repeat(33) }, 'level3Data.level3Airline.carrierCode'],
    ['no date', { level3Tourism: { departureDate: 'soon' } }, 'level3Data.level3Tourism.departureDate'],
  ]),
)('level 3 data with %s is refused by name', async ([, level3Data, field]) => {
  const { client } = await openApiShop()
  const refused = await orders(client, await newCustomer(client), { level3Data: JSON.stringify(level3Data) })
  expect([refused.status, refused.body.error?.[0]?.field]).toEqual([400, field])
})
