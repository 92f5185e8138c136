import { expect, test, vi } from 'vitest'
import { latestFallbacks, type Payment } from '#acquiring/payments'
import { type DeclineReason, NotSent } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { openDispute } from '#connectors/acquirer/sandbox/index.ts'
import { delay } from '../world/acquirer-fault-proxy.ts'
import { asked, declined, fallbacksOf, openFallback, sandbox, second, technical } from '../world/fallback.ts'
import { longTest, sampled } from '../world/length.ts'
import { challengedCard, openPaymentsFixture, rightCode } from '../world/payments-fixture.ts'

test('a payment that its connector declines because of its own trouble goes on at the next one', async () => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', technical)
  const payment = await fixture.pays()

  expect(payment).toMatchObject({ status: 'captured', connector: sandbox, declineReason: undefined })
  expect(asked(fixture)).toEqual({ first: ['authorize'], fallback: ['authorize'] })
  const [first] = fixture.second.acquirerProxy.requests
  const [other] = fixture.acquirerProxy.requests
  expect(other!.key).toBe(payment.key)
  expect(await fallbacksOf(fixture, payment)).toEqual([
    {
      connector: second,
      key: first!.key,
      reference: 'r-1',
      decline_reason: 'provider_error',
      next_connector: sandbox,
    },
  ])
  expect(first!.key).not.toBe(other!.key)
})

// In small: a payment that its connector declines because of its own trouble goes on at the next one
longTest('the typed card of a payment that goes on is counted once, with its last result', async () => {
  for (const [amount, counted] of [
    ['10.00', { approved: 1, declined: 0 }],
    ['0.05', { approved: 0, declined: 1 }],
  ] as const) {
    const fixture = await openFallback()
    fixture.second.acquirerProxy.next('authorize', technical)
    await fixture.pays({ amount })
    const { db } = fixture.world.app
    expect(await db.run('select id from velocity.attempts', [])).toEqual([])
    const site = `select begun, approved, declined from velocity.counts where key like 'site %'`
    expect(await db.run(site, [])).toEqual([expect.objectContaining({ begun: 1, ...counted })])
  }
})

// In small: a payment that its connector declines because of its own trouble goes on at the next one
longTest('the order, the history and the events know of one payment and one outcome', async () => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', technical)
  const payment = await fixture.pays()
  const { db } = fixture.world.app
  expect(await db.run('select count(*)::int as payments from payments.payments', [])).toEqual([{ payments: 1 }])
  expect(await db.run('select action, to_status from payments.payment_transitions order by id', [])).toEqual([
    { action: 'start', to_status: 'authorizing' },
    { action: 'sell', to_status: 'captured' },
  ])
  const events = await db.run(`select body from outbox.events where name = 'paymentStatusChanged'`, [])
  expect(events).toEqual([{ body: expect.objectContaining({ action: 'sell', from: 'authorizing', to: 'captured' }) }])
  expect(await fixture.orderNow(payment)).toMatchObject({ status: 'complete-ok' })
})

test.each<DeclineReason>(
  sampled(
    [
      'insufficient_funds',
      'declined_by_bank',
      'rejected_by_processor',
      'card_lost_or_stolen',
      'card_blacklisted',
      'security_code_wrong',
      'authentication_required',
    ],
    2,
  ),
)('a payment that is declined with %s is tried nowhere else', async (reason) => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', declined(reason))
  const payment = await fixture.pays()
  expect(payment).toMatchObject({ status: 'failed', declineReason: reason, connector: second })
  expect(asked(fixture)).toEqual({ first: ['authorize'], fallback: [] })
})

test('a lost answer is no decline: it is asked about where it was sent, and nothing is sent elsewhere', async () => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', 'response lost')
  const payment = await fixture.pays()
  expect(payment).toMatchObject({ status: 'uncertain', connector: second })
  await fixture.world.pass({ minutes: 2 })
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured', connector: second })
  expect(asked(fixture)).toEqual({ first: ['authorize', 'inquire'], fallback: [] })
})

test('a request that could not leave goes on at the next connector', async () => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', () => Promise.reject(new NotSent('connection refused')))
  const payment = await fixture.pays()
  expect(payment).toMatchObject({ status: 'captured', connector: sandbox })
  expect(await fallbacksOf(fixture, payment)).toMatchObject([{ connector: second, reference: null }])
})

// In small: a request that could not leave goes on at the next connector
longTest('a request that could not leave, with no connector left, has failed at once', async () => {
  const fixture = await openPaymentsFixture()
  fixture.acquirerProxy.next('authorize', () => Promise.reject(new NotSent('connection refused')))
  expect(await fixture.pays()).toMatchObject({ status: 'failed', declineReason: 'provider_error' })
  expect(fixture.acquirerProxy.requests.map(({ kind }) => kind)).toEqual(['authorize'])
})

test('when every connector has trouble, the payment has failed with the last one, and each was asked once', async () => {
  const fixture = await openFallback()
  const payment = await fixture.pays({ amount: '0.03', save: true })
  expect(payment).toMatchObject({ status: 'failed', declineReason: 'provider_error', connector: sandbox })
  expect(asked(fixture)).toEqual({ first: ['authorize'], fallback: ['authorize'] })
  expect(payment).toMatchObject({ cardId: undefined, storesToken: undefined })
})

// In small: an amount that the first connector does not take goes to the next
longTest('a payment does not fall back to a connector that does not take its amount', async () => {
  const fixture = await openFallback({ sandbox: { amounts: { minMinor: 1n, maxMinor: 9_99n } } })
  fixture.second.acquirerProxy.next('authorize', technical)
  expect(await fixture.pays({ amount: '10.00' })).toMatchObject({ status: 'failed', connector: second })
  expect(asked(fixture)).toEqual({ first: ['authorize'], fallback: [] })
})

test('captures, refunds, disputes and payouts use the connector that authorized in the end', async () => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', technical, technical)
  const payment = await fixture.captures(await fixture.pays({ kind: 'auth' }))
  expect(await fixture.reverses(payment, '4.00')).toMatchObject({ status: 'refunded', connector: sandbox })
  const bench = { record: fixture.record, clock: fixture.world.clock }
  await openDispute(bench, { authorization: payment.key, amount: payment.amount, reason: 'fraud' })
  await fixture.world.pass({ minutes: 5 })
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
  expect(await fixture.paysOut('5.00')).toMatchObject({ status: 'credited', connector: sandbox })
  expect(asked(fixture)).toEqual({
    first: ['authorize', 'authorize'],
    fallback: ['authorize', 'capture', 'refund', 'authorize', 'payOut'],
  })
})

// In small: when every connector has trouble, the payment has failed with the last one, and each was asked once
longTest('a payment is tried at three connectors and no more', async () => {
  const fixture = await openFallback()
  const { connectors, routing } = fixture.world.app
  const acquirer = connectors.get(sandbox as ConnectorId)
  vi.spyOn(connectors, 'get').mockReturnValue(acquirer)
  vi.spyOn(routing, 'connectorsFor').mockResolvedValue(['one', 'two', 'three', 'four'] as ConnectorId[])
  expect(await fixture.pays({ amount: '0.03' })).toMatchObject({ status: 'failed', connector: 'three' })
  expect(asked(fixture).fallback).toEqual(['authorize', 'authorize', 'authorize'])
})

// In small: an operator sees since when which connector fails, how much money is uncertain, and what waits
longTest('an operator sees the last fallbacks, newest first', async () => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', technical, technical)
  const first = await fixture.pays()
  await fixture.world.pass({ minutes: 1 })
  const last = await fixture.pays()
  const { db } = fixture.world.app
  expect(await latestFallbacks(db, 30)).toMatchObject([
    { paymentId: last.id, connector: second, reason: 'provider_error', reference: 'r-1', next: sandbox },
    { paymentId: first.id },
  ])
  expect(await latestFallbacks(db, 1)).toHaveLength(1)
})

// In small: a payment that its connector declines because of its own trouble goes on at the next one
longTest('a verification of a card falls back, and the card is stored', async () => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', technical)
  const payment = await fixture.pays({ kind: 'verify', save: true })
  expect(payment).toMatchObject({ status: 'verified', connector: sandbox, cardId: expect.anything() })
})

// In small: a payment that its connector declines because of its own trouble goes on at the next one
longTest('a payment by the merchant with a stored card falls back', async () => {
  const fixture = await openFallback()
  const networkTransactionId = (await fixture.pays({ save: true })).networkTransactionId!
  fixture.second.acquirerProxy.next('authorize', technical)
  const initiator = { type: 'mit', reason: 'recurring', networkTransactionId } as const
  expect(await fixture.pays({ initiator })).toMatchObject({ status: 'captured', connector: sandbox, initiator: 'mit' })
})

test('a payment whose shopper was sent to their bank stays where it is', async () => {
  const fixture = await openFallback()
  const payment = await fixture.pays({ pan: challengedCard, atBrowser: true })
  expect(payment).toMatchObject({ status: 'challenging', connector: second })
  fixture.second.acquirerProxy.next('completeChallenge', technical)
  const failed = await fixture.returnsFromBank(payment, rightCode)
  expect(failed).toMatchObject({ status: 'failed', declineReason: 'provider_error', connector: second })
  expect(asked(fixture).fallback).toEqual([])
})

// In small: a payment whose shopper was sent to their bank stays where it is
longTest(
  'a payment whose shopper is back from their bank stays there, however late the first answer comes',
  async () => {
    const fixture = await openFallback()
    const [answer, completion] = [delay(), delay()]
    fixture.second.acquirerProxy.next('authorize', async (deliver) => {
      await deliver()
      return answer.mishap(async () => technical)
    })
    fixture.second.acquirerProxy.next('completeChallenge', completion.mishap)
    const paying = fixture.pays({ pan: challengedCard, atBrowser: true })
    await answer.reached
    await fixture.world.pass({ seconds: 61 })
    const [row] = await fixture.world.app.db.run('select id from payments.payments', [])
    const challenged = await fixture.now({ id: row!.id as Payment['id'] })
    expect(challenged).toMatchObject({ status: 'challenging', connector: second })
    const returning = fixture.returnsFromBank(challenged, rightCode)
    await completion.reached
    answer.goOn()
    expect(await paying).toMatchObject({ status: 'authorizing', connector: second })
    completion.goOn()
    expect(await returning).toMatchObject({ status: 'failed', connector: second })
    expect(asked(fixture).fallback).toEqual([])
  },
)

// In small: a payment whose shopper was sent to their bank stays where it is
longTest('a payment may be challenged at the connector where it went on', async () => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', technical)
  const payment = await fixture.pays({ pan: challengedCard, atBrowser: true })
  expect(payment).toMatchObject({ status: 'challenging', connector: sandbox })
  const paid = await fixture.returnsFromBank(payment, rightCode)
  expect(paid).toMatchObject({ status: 'captured', connector: sandbox })
})
