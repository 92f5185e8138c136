import { expect, test } from 'vitest'
import type { PaymentId } from '#acquiring/ids'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { applyPaymentResult, resolvePayment } from '../../src/acquiring/payments/resolve-payment.ts'
import { resolvePaymentManually } from '../../src/acquiring/payments/resolve-payment-manually.ts'
import { countDeclinedReturns, returnToRemoved } from '../../src/acquiring/payments/return-to-removed.ts'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'

/** A store deletes a customer whose first payment waits for the bank. */

const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1', saveCard: '1', amount: '20.00' }

test('the subscription of a customer who is deleted while they pay is not billed: its payment is returned, and no card is stored', async () => {
  const shop = await openApiShop()
  const id = await newCustomer(shop.client)
  const { data } = await orders(shop.client, id, { ...typedCard, ...monthly, trialAmount: '0.04' })
  expect(data.transactionStatus).toBe('uncertain')
  await orders(shop.client, id, { ...typedCard, amount: '0.04' })
  expect((await shop.client.send('DELETE', `/customer/${id}`)).status).toBe(200)

  await shop.world.pass({ hours: 3 })
  await shop.world.pass({ days: 62 })
  expect(await shop.rows('select status, end_reason from orders.orders order by id')).toEqual([
    { status: 'complete-ok', end_reason: 'customer_deleted' },
    { status: 'complete-ok', end_reason: null },
  ])
  expect(await shop.rows('select type, status from payments.payments order by id')).toEqual([
    { type: 'deposit', status: 'cancelled' },
    { type: 'deposit', status: 'cancelled' },
  ])
  expect(await shop.count('shoppers.cards')).toBe(0)
  expect(await shop.count('vault.cards')).toBe(0)
})

/** A customer is deleted while their payment is uncertain, and the acquirer answers its return as `answers` say. */
async function openOwedReturn(answers: { reverse?: object; refund?: object }) {
  const shop = await openApiShop()
  const { app, clock } = shop.world
  const customer = await newCustomer(shop.client)
  const { data } = await orders(shop.client, customer, { ...typedCard, ...monthly, trialAmount: '0.04' })
  const id = BigInt(data.transactionId as string) as PaymentId
  expect((await shop.client.send('DELETE', `/customer/${customer}`)).status).toBe(200)
  clock.pass({ hours: 1 })
  await resolvePayment(app, id)
  const asked = { reverse: 0, refund: 0 }
  const sandbox = app.connectors.get('sandbox' as ConnectorId)
  const answering = (kind: 'reverse' | 'refund') => async () => {
    asked[kind]++
    return answers[kind] as never
  }
  const connector = {
    ...sandbox,
    ...(answers.reverse && { reverse: answering('reverse') }),
    ...(answers.refund && { refund: answering('refund') }),
  }
  const errors: unknown[][] = []
  const log = { ...app.log, error: (...all: unknown[]) => void errors.push(all), warn: () => undefined }
  const ctx = { ...app, log: log as never, connectors: { ...app.connectors, get: () => connector } }
  const returns = () => returnToRemoved(ctx, id)
  const owed = async () =>
    (await shop.rows('select due_at as "dueAt", tries from payments.owed_returns'))[0] as
      | { dueAt: Temporal.Instant | null; tries: number }
      | undefined
  const statuses = () => shop.rows('select type, status from payments.payments order by id')
  return { shop, ctx, id, asked, errors, returns, owed, statuses }
}
const declines = { outcome: 'declined', reason: 'declined_by_bank', reference: undefined, checks: undefined }
const takes = { outcome: 'pending', reference: 'psp-1' }

test('a return that the acquirer declines is tried later and later, and at last an operator is asked', async () => {
  const { shop, asked, errors, returns, owed, statuses } = await openOwedReturn({ reverse: declines })
  const { clock } = shop.world
  const waits: number[] = []
  for (let tries = 0; tries < 12; tries++) {
    await returns()
    const minutes = (await owed())!.dueAt!.since(clock.now()).total('minutes')
    waits.push(minutes)
    clock.pass({ minutes })
  }
  expect(waits).toEqual([1, 5, 15, 30, 60, 120, 240, 480, 720, 1_440, 1_440, 1_440])
  expect([asked.reverse, errors.length]).toEqual([12, 3])
  expect(await countDeclinedReturns(shop.world.app.db)).toBe(1)
  shop.mayLogErrors()
  expect((await shop.world.verify()).differences).toEqual([])
  // The host has settled it meanwhile: it declines the reversal, and takes a refund when the batch is closed.
  for (const hours of [25, 25]) await shop.world.pass({ hours })
  expect(await statuses()).toEqual([
    { type: 'deposit', status: 'refunded' },
    { type: 'refund', status: 'refunded' },
  ])
  expect(await owed()).toMatchObject({ dueAt: null })
})

test('a return that the acquirer takes and declines later is owed as before, and requested again', async () => {
  const { shop, ctx, id, returns, owed, statuses } = await openOwedReturn({ reverse: takes })
  await returns()
  expect(await statuses()).toEqual([{ type: 'deposit', status: 'cancelling' }])
  const [row] = await shop.rows('select request_key as key from payments.payments')
  const result = { ...declines, reference: 'psp-1' } as never
  const key = (row as { key: string }).key
  expect(await applyPaymentResult(ctx, 'sandbox' as ConnectorId, { key, result })).toBe(true)
  expect([await statuses(), await owed()]).toMatchObject([[{ status: 'captured' }], { dueAt: expect.anything() }])
  await shop.world.pass({ hours: 2 })
  expect(await statuses()).toEqual([{ type: 'deposit', status: 'cancelled' }])

  // What is owed and not due is never returned: verify says so.
  await shop.rows(`update payments.payments set status = 'captured' where id = ${id}`)
  expect((await shop.world.verify()).differences).toContainEqual(
    expect.objectContaining({ about: `payment ${id}`, should: 'returned, or due to be' }),
  )
  await shop.rows(`update payments.payments set status = 'cancelled' where id = ${id}`)
})

test.each(['a message', 'an operator'])(
  'a refund that is under way is declined by %s, and requested again',
  async (by) => {
    const { shop, ctx, returns, owed, statuses } = await openOwedReturn({ reverse: declines, refund: takes })
    await returns()
    // The batch closes meanwhile: what is returned from then on is a refund.
    await shop.rows(`update payments.owed_returns set due_at = due_at + interval '26 hours'`)
    await shop.world.pass({ hours: 25 })
    shop.world.clock.pass({ hours: 2 })
    await returns()
    expect(await statuses()).toEqual([
      { type: 'deposit', status: 'captured' },
      { type: 'refund', status: 'refunding' },
    ])
    const [row] = await shop.rows(
      `select id, site_id as "siteId", request_key as key from payments.payments where type = 'refund'`,
    )
    const refund = row as { id: PaymentId; siteId: never; key: string }
    if (by === 'a message')
      await applyPaymentResult(ctx, 'sandbox' as ConnectorId, {
        key: refund.key,
        result: { ...declines, reference: 'psp-1' } as never,
      })
    else {
      shop.world.clock.pass({ hours: 1 })
      const author = { actor: 'ana', fromWhere: 'command line', reason: 'The acquirer has said so.' }
      const named = { by: author, siteId: refund.siteId, paymentId: refund.id }
      await resolvePaymentManually(ctx, { ...named, result: { isApproved: false } })
    }
    expect((await owed())!.dueAt).not.toBeNull()
    await shop.world.pass({ hours: 26 })
    expect(await statuses()).toEqual([
      { type: 'deposit', status: 'refunded' },
      { type: 'refund', status: 'failed' },
      { type: 'refund', status: 'refunded' },
    ])
    expect((await shop.world.verify()).differences).toEqual([])
  },
)

test.each([
  ['a subscription', { ...monthly, trialAmount: '0.04' }],
  ['an order', { amount: '0.04' }],
])(
  '%s whose payment fails softly after its customer was deleted ends, though it could be paid again',
  async (_what, of) => {
    const shop = await openApiShop()
    const id = await newCustomer(shop.client)
    await orders(shop.client, id, { ...typedCard, ...of })
    expect((await shop.client.send('DELETE', `/customer/${id}`)).status).toBe(200)
    const [row] = (await shop.rows('select request_key as key from payments.payments')) as { key: string }[]
    const result = { ...declines, reason: 'authentication_required' } as never
    await applyPaymentResult(shop.world.app, 'sandbox' as ConnectorId, { key: row!.key, result })
    expect(await shop.rows('select status, end_reason, attempts from orders.orders')).toEqual([
      { status: 'complete-failed', end_reason: 'customer_deleted', attempts: 1 },
    ])
    expect((await shop.world.verify()).differences).toEqual([])
  },
)

test('verify finds a running order and a stored card of a customer who was deleted', async () => {
  const shop = await openApiShop()
  const id = await newCustomer(shop.client)
  await orders(shop.client, id, { ...typedCard, ...monthly })
  const found = async () => (await shop.world.verify()).differences.map(({ about, should }) => `${about}: ${should}`)
  await shop.rows(`update shoppers.shoppers set removed_at = created_at where id = ${id}`)
  expect((await found()).filter((one) => /deleted/.test(one))).toEqual([
    expect.stringMatching(/^stored card .*deleted$/),
    expect.stringMatching(/^order .*customer_deleted$/),
  ])
  await shop.rows(`update shoppers.shoppers set removed_at = null where id = ${id}`)
})
