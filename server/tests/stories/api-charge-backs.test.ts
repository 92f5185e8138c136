import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { databaseRecord, decideDispute, openDispute } from '#connectors/acquirer/sandbox/index.ts'
import { money } from '#kernel/base/money.ts'
import { type ApiClient, newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { losesDispute, soon, winsDispute } from '../world/disputes.ts'
import { longTest, sampled } from '../world/length.ts'
import type { Shop } from '../world/shop.ts'

const days = (count: number) => ({ hours: 24 * count })
const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }

// In small: a store is notified of a charge-back and of its end, and finds both among its transactions
longTest(
  'a store that is not notified of representments is notified of the charge-back and not of its end',
  async () => {
    const { client, world, notified } = await openApiShop()
    await orders(client, await newCustomer(client), { ...typedCard, cardNumber: winsDispute })
    await world.runUntilIdle()
    await world.pass(days(5))
    await world.pass(days(10))
    const received = notified().map(
      ({ transactionType, transactionStatus }) => `${transactionType} ${transactionStatus}`,
    )
    expect(received.toSorted()).toEqual(['chargeback charge-back', 'deposit charge-back', 'deposit complete-ok'])
  },
)

test('a store is notified of a charge-back and of its end, and finds both among its transactions', async () => {
  const { client, world, notified } = await openApiShop({ notifyRepresentments: true })
  const { data } = await orders(client, await newCustomer(client), { ...typedCard, cardNumber: winsDispute })
  await world.runUntilIdle()
  await world.pass(days(5))
  const [chargeback] = (await client.get('/transaction?transactionType=chargeback')).items
  expect(chargeback).toMatchObject({
    orderId: data.orderId,
    transactionStatus: 'charge-back',
    amount: '9.90',
    refundedAmount: '0.00',
    reason: 'not_received',
    creationDate: '2026-05-09T10:00:00+00:00',
  })
  const disputed = (await client.get(`/transaction/${data.transactionId}`)).data
  expect(disputed).toMatchObject({ transactionStatus: 'charge-back', refundedAmount: '0.00' })
  expect(disputed.relatedTransactionIds).toEqual([chargeback!.id])
  expect((await client.get(`/transaction/${chargeback!.id}`)).data).toMatchObject({
    parentTransactionId: data.transactionId,
    components: [{ componentType: 'chargeback', data: { dispute: 'opened' } }],
  })

  await world.pass(days(10))
  const [representment] = (await client.get('/transaction?transactionType=representment')).items
  expect(representment).toMatchObject({ orderId: data.orderId, transactionStatus: 'complete-ok', amount: '9.90' })
  const after = (await client.get(`/transaction/${data.transactionId}`)).data
  expect(after).toMatchObject({ transactionStatus: 'complete-ok', refundedAmount: '0.00' })
  expect(after.relatedTransactionIds).toEqual([chargeback!.id, representment!.id])
  expect((await client.get(`/transaction/${chargeback!.id}`)).data.components).toMatchObject([
    { data: { dispute: 'opened' } },
    { data: { dispute: 'won' } },
  ])

  const received = notified().map(({ transactionType, transactionStatus, transactionId }) => [
    transactionType,
    transactionStatus,
    Number(transactionId),
  ])
  expect(received.slice(0, 1)).toEqual([['deposit', 'complete-ok', data.transactionId]])
  expect(received.slice(1, 3).toSorted()).toEqual([
    ['chargeback', 'charge-back', chargeback!.id],
    ['deposit', 'charge-back', data.transactionId],
  ])
  expect(received.slice(3).toSorted()).toEqual([
    ['deposit', 'complete-ok', data.transactionId],
    ['representment', 'complete-ok', representment!.id],
  ])
})

// In small: a program of the merchant receives from the API what is recorded
longTest('charge-backs are found by their status and their day, and are in the log', async () => {
  const { client, world } = await openApiShop()
  const customerId = await newCustomer(client)
  await orders(client, customerId, typedCard)
  const { data } = await orders(client, customerId, { ...typedCard, cardNumber: losesDispute })
  await world.pass(days(5))
  await world.pass(days(10))
  const idsOf = async (query: string) =>
    (await client.get(`/transaction?reverseSorting=0&${query}`)).items.map(({ id }) => id)
  const [chargeback] = await idsOf('transactionType=chargeback')
  const both = [data.transactionId, chargeback]
  expect(await idsOf('transactionStatus=charge-back')).toEqual(both)
  expect(await idsOf('dateType=charge-back')).toEqual(both)
  expect(await idsOf('dateType=charge-back&createdAtFrom=2026-05-09')).toEqual(both)
  expect(await idsOf('dateType=charge-back&createdAtFrom=2026-05-10')).toEqual([])
  expect(await idsOf('reason=fraud')).toEqual([chargeback])
  expect((await client.get(`/transaction/${chargeback}`)).data).toMatchObject({
    transactionStatus: 'charge-back',
    components: [{ data: { dispute: 'opened' } }, { data: { dispute: 'lost' } }],
  })
  expect((await client.get('/notification-for-transaction?message=transactionChargeBack')).items).toMatchObject([
    { resourceId: chargeback },
  ])
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a refund of what is disputed is refused, and says what can be refunded', async () => {
  const shop = await openApiShop()
  const { client } = shop
  const { data } = await orders(client, await newCustomer(client), typedCard)
  await isDisputed(shop, { minor: 400n, reason: 'not_as_described' })
  const reversal = (form: Record<string, string>) =>
    client.send('DELETE', `/transaction/${data.transactionId}`, { form })
  const refused = await reversal({ amount: '6' })
  expect(refused.status).toBe(409)
  expect(refused.body.error).toMatchObject([{ reason: 'payment_charged_back', field: 'amount' }])
  expect(refused.body.error![0]!.message).toContain('At most 5.90 EUR can be refunded')
  expect(await reversal({ amount: '5.90' })).toMatchObject({ status: 200, data: { transactionStatus: 'refund-ok' } })
  expect((await client.get(`/transaction/${data.transactionId}`)).data).toMatchObject({
    transactionStatus: 'charge-back',
    refundedAmount: '5.90',
  })
})

test.for(
  sampled([
    ['fraud', 'charged_back'],
    ['subscription_cancelled', 'charged_back'],
    ['not_received', null],
    ['duplicate', null],
  ]),
)('a dispute for %s leaves a subscription with the end reason %s', async ([reason, endReason]) => {
  const shop = await openApiShop()
  const { client, world, rows } = shop
  const { data } = await orders(client, await newCustomer(client), { ...typedCard, ...monthly })
  await isDisputed(shop, { minor: 990n, reason })
  const [order] = await rows(`select status, end_reason from orders.orders where id = ${data.orderId}`)
  expect(order).toEqual({ status: endReason ? 'complete-ok' : 'in-progress', end_reason: endReason })
  await world.pass({ months: 1 })
  expect((await client.get('/transaction?source=re-bill')).items).toHaveLength(endReason ? 0 : 1)
  await isWon(shop)
  expect((await rows('select status from orders.orders'))[0]).toEqual({ status: order!.status })
})

test('a dispute for fraud ends a subscription that owes for a period, and what it owes is given up', async () => {
  const shop = await openApiShop()
  const { client, world, rows } = shop
  const card = { ...typedCard, cardNumber: '4000030000001007' }
  await orders(client, await newCustomer(client), { ...card, ...monthly })
  await world.pass({ months: 1 })
  expect(await rows('select status from orders.orders')).toEqual([{ status: 'retrying' }])
  await isDisputed(shop, { minor: 990n, reason: 'fraud' })
  expect(await rows('select status, end_reason from orders.orders')).toEqual([
    { status: 'complete-ok', end_reason: 'charged_back' },
  ])
  expect(await rows('select status from billing.periods')).toEqual([{ status: 'uncollectible' }])
  await world.pass(days(40))
  expect(await failedOnes(client)).toBe(1)
})

test('a period whose payment is disputed and won is paid once, and the next one is billed', async () => {
  const shop = await openApiShop()
  const { client, world, rows } = shop
  await orders(client, await newCustomer(client), { ...typedCard, ...monthly })
  await world.pass({ months: 1 })
  const [billed] = (await client.get('/transaction?source=re-bill')).items
  await isDisputed(shop, { minor: 990n, reason: 'not_received', of: Number(billed!.id) })
  await isWon(shop)
  expect((await client.get(`/transaction/${billed!.id}`)).data).toMatchObject({ transactionStatus: 'complete-ok' })
  await world.pass({ months: 1 })
  expect(await rows('select period, status, paid_minor from billing.periods order by period')).toEqual([
    { period: 1, status: 'paid', paid_minor: 990n },
    { period: 2, status: 'paid', paid_minor: 990n },
  ])
})

// In small: a dispute for fraud ends a subscription that owes for a period, and what it owes is given up
longTest('a dispute for fraud of a purchase leaves its order as it is', async () => {
  const shop = await openApiShop()
  await orders(shop.client, await newCustomer(shop.client), typedCard)
  await isDisputed(shop, { minor: 990n, reason: 'fraud' })
  expect(await shop.rows('select status, end_reason from orders.orders')).toEqual([
    { status: 'complete-ok', end_reason: null },
  ])
})

const failedOnes = async (client: ApiClient) =>
  (await client.get('/transaction?transactionStatus=complete-failed')).items.length

const benchOf = ({ app, clock }: Shop['world']) => ({ record: databaseRecord(app.db), clock })

/** The first payment of the shop, or the one of this id, is disputed, and its events are applied. */
async function isDisputed(
  { world }: Shop,
  { minor, reason, of = 1001 }: { minor: bigint; reason: Parameters<typeof openDispute>[1]['reason']; of?: number },
): Promise<void> {
  const [row] = await world.app.db.run('select key::text as key from payments.payments where id = $1', [of])
  await openDispute(benchOf(world), { authorization: row!.key as string, amount: money(minor, 'EUR'), reason })
  await world.pass(soon)
}

/** The first dispute of the shop is won. */
async function isWon({ world }: Shop): Promise<void> {
  const bench = benchOf(world)
  const [disputeEvent] = await bench.record.disputesAfter(0n, 1)
  await decideDispute(bench, {
    ...disputeEvent!,
    dispute: disputeEvent!.result.dispute,
    outcome: 'won',
    key: randomUUID(),
  })
  await world.pass(soon)
}
