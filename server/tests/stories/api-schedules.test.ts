import { expect, test } from 'vitest'
import { type ApiClient, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest, sampled } from '../world/length.ts'

/** Declined whenever it is billed without the shopper: as blacklisted, and as a provider's error. */
const blacklisted = '4000030000004001'

const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }

const subscribes = async (client: ApiClient, input: Record<string, string> = {}) =>
  orders(client, await newCustomer(client), { ...monthly, externalOrderId: 'bread-7', ...typedCard, ...input })

type Charge = { period: number; dueDate: string; amount: number } & Record<string, unknown>
const chargesIn = (list: unknown) => list as Charge[]
const lines = (list: unknown) => chargesIn(list).map(({ period, dueDate, amount }) => `${period} ${dueDate} ${amount}`)

// In small: what was foreseen is what happens
longTest('the next charges of an order are known before they happen, at the wall time of the site', async () => {
  const { client, world } = await openApiShop()
  await subscribes(client, { trialAmount: '1.00' })
  const { data } = await client.get('/order-schedule/bread-7?count=7')
  expect(data).toMatchObject({ externalOrderId: 'bread-7', orderStatus: 'in-progress', timeZone: 'Europe/Bucharest' })
  // Winter time begins in between, and the hour of the day stays.
  expect(lines(data.next)).toEqual([
    '1 2026-06-04T13:00:00+03:00 9.9',
    '2 2026-07-04T13:00:00+03:00 9.9',
    '3 2026-08-04T13:00:00+03:00 9.9',
    '4 2026-09-04T13:00:00+03:00 9.9',
    '5 2026-10-04T13:00:00+03:00 9.9',
    '6 2026-11-04T13:00:00+02:00 9.9',
    '7 2026-12-04T13:00:00+02:00 9.9',
  ])
  expect(data.past).toMatchObject([
    { period: 0, status: 'paid', amount: 1, paidAmount: 1, transactions: [{ transactionStatus: 'complete-ok' }] },
  ])
  expect((await client.get('/order-schedule/bread-7')).data.next).toHaveLength(12)
  const untilAutumn = await client.get('/order-schedule/bread-7?until=2026-09-04')
  expect(lines(untilAutumn.data.next)).toHaveLength(4)
  await world.runUntilIdle()
})

test('what was foreseen is what happens', async () => {
  const { client, world } = await openApiShop()
  await subscribes(client, { intervalType: 'day', intervalValue: '45' })
  const { data } = await client.get('/order-schedule/bread-7?count=3')
  const foreseen = chargesIn(data.next)
  for (const { dueDate } of foreseen) {
    world.clock.set(Temporal.Instant.from(dueDate))
    await world.runUntilIdle()
  }
  const { data: later } = await client.get('/order-schedule/bread-7')
  const happened = chargesIn(later.past).filter(({ period }) => period > 0)
  expect(lines(happened.toReversed())).toEqual(lines(foreseen))
  expect(happened.map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
  const asked = happened.map(({ transactions }) => (transactions as { createdAt: string }[])[0]!.createdAt)
  expect(asked.toReversed()).toEqual(foreseen.map(({ dueDate }) => dueDate))
})

// In small: what was foreseen is what happens
longTest('a debt stands first, with the days on which it is tried again, and those are kept', async () => {
  const { client, world } = await openApiShop()
  await subscribes(client, { cardNumber: blacklisted, retryPayment: 'P2D,P5D' })
  world.clock.set(Temporal.Instant.from('2026-06-04T10:00:00Z'))
  await world.runUntilIdle()
  const { data } = await client.get('/order-schedule/bread-7?count=2')
  const [debt, behind] = chargesIn(data.next)
  expect(debt).toMatchObject({
    period: 1,
    dueDate: '2026-06-04T13:00:00+03:00',
    isDebt: true,
    failures: 1,
    retryDates: ['2026-06-06T13:00:00+03:00', '2026-06-09T13:00:00+03:00'],
  })
  expect(behind).toMatchObject({ period: 2, isDebt: false, retryDates: [] })
  for (const day of ['06', '09']) {
    world.clock.set(Temporal.Instant.from(`2026-06-${day}T10:00:00Z`))
    await world.runUntilIdle()
  }
  const { data: ended } = await client.get('/order-schedule/bread-7')
  expect(ended).toMatchObject({ orderStatus: 'complete-ok', next: [] })
  const [given] = ended.past as { status: string; paidAmount: number; transactions: { createdAt: string }[] }[]
  expect(given).toMatchObject({ status: 'uncollectible', paidAmount: 0 })
  expect(given!.transactions.map(({ createdAt }) => createdAt)).toEqual([
    '2026-06-04T13:00:00+03:00',
    ...(debt!.retryDates as string[]),
  ])
})

// In small: a program of the merchant receives from the API what is recorded
longTest(
  'an order that waits for its first payment shows what would come of it; a managed one shows the past only',
  async () => {
    const { client } = await openApiShop()
    const customerId = await newCustomer(client)
    await orders(client, customerId, { ...monthly, externalOrderId: 'waits' })
    await orders(client, customerId, { orderType: 'managed', externalOrderId: 'asked', ...typedCard })
    await client.send('PATCH', '/order-rebill/asked', { form: { amount: '4.20' } })
    const waits = await client.get('/order-schedule/waits?count=2')
    expect(lines(waits.data.next)).toEqual(['0 2026-05-04T13:00:00+03:00 9.9', '1 2026-06-04T13:00:00+03:00 9.9'])
    expect(waits.data.past).toEqual([])
    const asked = await client.get('/order-schedule/asked')
    expect(asked.data.next).toEqual([])
    expect(lines(asked.data.past)).toEqual(['1 2026-05-04T13:00:00+03:00 4.2', '0 2026-05-04T13:00:00+03:00 9.9'])
  },
)

// In small: a program of the merchant receives from the API what is recorded
longTest('a cancelled order has no future', async () => {
  const { client } = await openApiShop()
  await subscribes(client)
  await client.send('DELETE', '/order/bread-7')
  expect((await client.get('/order-schedule/bread-7')).data.next).toEqual([])
})

test("next year's renewals can be seen before there is an order, and nothing is made", async () => {
  const { client, count } = await openApiShop()
  const form = { ...monthly, amount: '9.90', currency: 'EUR' }
  const clamped = await client.send('POST', '/order-schedule', {
    form: { ...form, startDate: '2027-01-31', until: '2027-05-01' },
  })
  expect(lines(clamped.data.next)).toEqual([
    '0 2027-01-31T00:00:00+02:00 9.9',
    '1 2027-02-28T00:00:00+02:00 9.9',
    '2 2027-03-31T00:00:00+03:00 9.9',
    '3 2027-04-30T00:00:00+03:00 9.9',
  ])
  const trial = { trialAmount: '1', firstBillDate: '2026-06-15', count: '2' }
  const tried = await client.send('POST', '/order-schedule', { form: { ...form, ...trial } })
  expect(tried.data.next).toMatchObject([
    { period: 0, amount: 1, isTrial: true, dueDate: '2026-05-04T13:00:00+03:00' },
    { period: 1, amount: 9.9, isTrial: false, dueDate: '2026-06-15T00:00:00+03:00' },
  ])
  expect(await count('orders.orders')).toBe(0)
})

test.each(
  sampled([
    ['intervalType', { intervalType: 'week' }, 'intervalType must be day or month.'],
    ['intervalValue', { intervalValue: '' }, 'needs intervalType (day or month) and intervalValue'],
    ['currency', { currency: 'USD' }, 'currency must be one of those the site takes: EUR, RON.'],
    ['firstBillDate', { firstBillDate: '2027-01-01' }, 'firstBillDate needs trialAmount'],
    ['startDate', { startDate: '2020-01-01' }, 'startDate must be in the future; it is now 2026-05-04T10:00:00Z.'],
    ['count', { count: '121' }, 'count must be a whole number from 1 to 120'],
    ['until', { until: 'soon' }, 'until must be a date and time of ISO 8601'],
  ]),
)('a preview with a wrong %s says what to send', async (field, wrong, says) => {
  const { client } = await openApiShop()
  const form: Record<string, string> = { ...monthly, amount: '9.90', currency: 'EUR' }
  const answer = await client.send('POST', '/order-schedule', { form: { ...form, ...wrong } })
  expect(answer).toMatchObject({ status: 400, body: { error: [{ field }] } })
  expect(answer.body.error![0]!.message).toContain(says)
})

// In small: no route shows, changes or uses what belongs to another site
longTest('an order that is not there, or is of another site, has no schedule', async () => {
  const { client, api, world } = await openApiShop()
  await subscribes(client)
  const stranger = api.client((await world.merchant()).privateKey)
  for (const asking of [client.get('/order-schedule/77777'), stranger.get('/order-schedule/bread-7')])
    expect(await asking).toMatchObject({ status: 404, body: { error: [{ code: 1100 }] } })
})
