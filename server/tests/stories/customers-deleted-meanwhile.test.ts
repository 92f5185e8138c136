import { expect, test } from 'vitest'
import type { PaymentId } from '#acquiring/ids'

import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { resolvePayment } from '../../src/acquiring/payments/resolve-payment.ts'
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

test('a return that the acquirer declines is tried again', async () => {
  const shop = await openApiShop()
  const { app, clock, pass } = shop.world
  const customer = await newCustomer(shop.client)
  const { data } = await orders(shop.client, customer, { ...typedCard, ...monthly, trialAmount: '0.04' })
  const id = BigInt(data.transactionId as string) as PaymentId
  expect((await shop.client.send('DELETE', `/customer/${customer}`)).status).toBe(200)
  let asked = 0
  const reverse = async () => {
    asked++
    return { outcome: 'declined', reason: 'declined_by_bank', reference: undefined, checks: undefined } as never
  }
  const connectors = { ...app.connectors, get: () => ({ ...app.connectors.get('sandbox' as ConnectorId), reverse }) }
  for (let hours = 0; hours < 6; hours++) {
    clock.pass({ hours: 1 })
    await resolvePayment({ ...app, connectors }, id)
  }
  expect(asked).toBeGreaterThan(1)
  expect(await shop.rows('select status, due_at is not null as due from payments.payments')).toEqual([
    { status: 'captured', due: true },
  ])
  await pass({ hours: 1 })
  expect(await shop.rows('select status from payments.payments')).toEqual([{ status: 'cancelled' }])
})

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
