import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordDisputeEvents } from '#acquiring/disputes'
import type { Payment, Payout, Refund } from '#acquiring/payments'
import type { InquiryResult } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { inquiryOf, type SandboxLimits } from '#connectors/acquirer/sandbox/index.ts'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { longTest } from '../world/length.ts'
import { euros, openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

const sandbox = 'sandbox' as ConnectorId
/** As processors are that answer what follows a payment with "received", and send the result in a message. */
const byMessage = { inquiry: 'webhook', respondsLater: true } satisfies SandboxLimits

/** A fixture whose connector falls short of the port, and the messages that it sends. */
async function openLimited(limits: SandboxLimits) {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true }, { sandbox: limits })
  const { app, clock } = fixture.world
  const send = (key: string, result: InquiryResult, from = sandbox) => applyIncomingResult(app, from, { key, result })
  return {
    ...fixture,
    send,
    /** The message about what the payment waits for. */
    sends: async (payment: Payment | Refund | Payout) => {
      const { key } = (await fixture.now(payment)).request!
      return send(key, await inquiryOf({ record: fixture.record, clock }, key))
    },
    requests: () => fixture.acquirerProxy.requests.map(({ kind }) => kind),
    /** The resolver looks again and again. */
    waits: async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) await fixture.world.pass({ hours: 1 })
    },
  }
}

const keysOf = ({ acquirerProxy }: Pick<PaymentsFixture, 'acquirerProxy'>, wanted: string) =>
  acquirerProxy.requests.filter(({ kind }) => kind === wanted).map(({ key }) => key)

test('what is answered later is asked about until it is known', async () => {
  const fixture = await openLimited({ respondsLater: true })
  const payment = await fixture.captures(await fixture.pays({ kind: 'auth' }))
  expect(payment.status).toBe('capturing')
  await fixture.world.pass({ minutes: 1 })
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
  const refund = await fixture.reverses(payment, '4.00')
  expect(refund.status).toBe('refunding')
  await fixture.world.pass({ minutes: 1 })
  expect(await fixture.now(refund)).toMatchObject({ status: 'refunded' })
})

// In small: what is answered later is asked about until it is known
longTest('where there is no inquiry, a message has the result of captures, refunds and reversals', async () => {
  const fixture = await openLimited(byMessage)
  const payment = await fixture.captures(await fixture.pays({ kind: 'auth' }))
  expect(await fixture.sends(payment)).toBe(true)
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
  const refund = await fixture.reverses(payment, '4.00')
  expect(await fixture.sends(refund)).toBe(true)
  expect(await fixture.now(refund)).toMatchObject({ status: 'refunded' })
  const voided = await fixture.reverses(await fixture.pays({ kind: 'auth' }))
  expect(await fixture.sends(voided)).toBe(true)
  expect(await fixture.now(voided)).toMatchObject({ status: 'voided' })
  expect(fixture.requests()).not.toContain('inquire')
})

// In small: what is answered later is asked about until it is known
longTest('where there is no inquiry, a lost answer to an authorization is waited for', async () => {
  const fixture = await openLimited(byMessage)
  fixture.acquirerProxy.next('authorize', 'response lost')
  const payment = await fixture.pays()
  await fixture.waits(2)
  expect(await fixture.now(payment)).toMatchObject({ status: 'uncertain' })
  expect(fixture.requests()).toEqual(['authorize'])
  expect(await fixture.sends(payment)).toBe(true)
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
})

// In small: a request that never arrived is reversed by our own key, so that it cannot act when it arrives after all
longTest('an authorization that never arrived and has no message is reversed in the end', async () => {
  const fixture = await openLimited(byMessage)
  fixture.acquirerProxy.next('authorize', 'request lost')
  const payment = await fixture.pays()
  await fixture.waits(12)
  expect(await fixture.now(payment)).toMatchObject({ status: 'reversing' })
  expect(await fixture.sends(payment)).toBe(true)
  expect(await fixture.now(payment)).toMatchObject({ status: 'failed' })
  expect(new Set(keysOf(fixture, 'reverse')).size).toBe(1)
  expect(await fixture.state(payment)).toEqual({ is: 'reversed' })
})

// In small: what is answered later is asked about until it is known
longTest('an authorization that the acquirer has and decides later is not reversed', async () => {
  const fixture = await openLimited(byMessage)
  const payment = await fixture.pays({ amount: '0.04' })
  await fixture.waits(12)
  expect(fixture.requests()).toEqual(['authorize'])
  expect(await fixture.sends(payment)).toBe(true)
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
})

// In small: what is answered later is asked about until it is known
longTest('a capture that may never have arrived is repeated under its own key, and captures once', async () => {
  const fixture = await openLimited(byMessage)
  const authorized = await fixture.pays({ kind: 'auth' })
  fixture.acquirerProxy.next('capture', 'request lost')
  const payment = await fixture.captures(authorized)
  await fixture.waits(24)
  const keys = keysOf(fixture, 'capture')
  expect(new Set(keys).size).toBe(1)
  expect(keys.length).toBeGreaterThan(1)
  expect(keys.length).toBeLessThan(10)
  expect(await fixture.sends(payment)).toBe(true)
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
})

// In small: what is answered later is asked about until it is known
longTest('a payout that may never have arrived is repeated under its own key, and then waited for', async () => {
  const fixture = await openLimited(byMessage)
  fixture.acquirerProxy.next('payOut', 'request lost')
  const payout = await fixture.paysOut('0.04')
  await fixture.waits(48)
  const keys = keysOf(fixture, 'payOut')
  expect(keys).toEqual([payout.key, payout.key])
  expect(await fixture.sends(payout)).toBe(true)
  expect(await fixture.now(payout)).toMatchObject({ status: 'credited' })
})

test('a message changes nothing when it is not about what is awaited, or says nothing final', async () => {
  const fixture = await openLimited(byMessage)
  const payment = await fixture.captures(await fixture.pays({ kind: 'auth' }))
  const { key } = payment.request!
  const done = { outcome: 'done', reference: 'r-1' } as const
  expect(await fixture.send(randomUUID(), done)).toBe(false)
  expect(await fixture.send('not a key', done)).toBe(false)
  expect(await fixture.send(key, done, 'sandbox-2' as ConnectorId)).toBe(false)
  for (const outcome of ['pending', 'not_found'] as const)
    expect(await fixture.send(key, { outcome, reference: 'r-1' })).toBe(false)
  expect(await fixture.now(payment)).toMatchObject({ status: 'capturing', version: payment.version })
  expect(await fixture.sends(payment)).toBe(true)
  expect(
    await fixture.send(key, { outcome: 'declined', reason: 'provider_error', reference: 'r', checks: undefined }),
  ).toBe(false)
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
})

test('a part is not captured where the connector captures all or nothing', async () => {
  const fixture = await openLimited({ partialCapture: false })
  const payment = await fixture.pays({ kind: 'auth' })
  await expect(fixture.captures(payment, '4.00')).rejects.toMatchObject({ code: 'capture_not_partial' })
  expect(await fixture.captures(payment, '10.00')).toMatchObject({ status: 'captured' })
})

// In small: a payment on the checkout shows the shopper, and notifies the store of, what is recorded
longTest('a card whose approval had no network transaction id is stored without one', async () => {
  const fixture = await openLimited({ networkTransactionId: 'sometimes' })
  const payment = await fixture.pays({ save: true })
  expect(payment).toMatchObject({ status: 'captured', networkTransactionId: undefined })
  const cards = await fixture.world.app.db.run('select id, network_transaction_id from shoppers.cards', [])
  expect(cards).toEqual([{ id: payment.cardId, network_transaction_id: null }])
})

test('a connector without a list of disputes is not polled, and its messages of disputes count', async () => {
  const fixture = await openLimited({ disputeList: false })
  const { app, clock } = fixture.world
  const payment = await fixture.pays()
  const lists = await app.db.run('select connector from disputes.cursors order by 1', [])
  expect(lists).toEqual([{ connector: 'on-us' }, { connector: 'sandbox-2' }])
  const event = { id: 'e-1', dispute: 'd-1', authorization: payment.key, kind: 'opened', reason: 'fraud' } as const
  for (let delivery = 0; delivery < 2; delivery++)
    await recordDisputeEvents(app, sandbox, [{ ...event, amount: euros('10.00'), at: clock.now() }])
  await fixture.world.pass({ minutes: 1 })
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
  expect(await fixture.followersOf(payment)).toMatchObject([{ type: 'chargeback', status: 'opened' }])
})
