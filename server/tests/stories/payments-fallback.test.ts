import { expect, test, vi } from 'vitest'
import type { Payment } from '#acquiring/payments'
import { type AuthorizeResult, type DeclineReason, NoResponse, NotSent } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { openDispute } from '#connectors/acquirer/sandbox/index.ts'
import { delay } from '../world/acquirer-fault-proxy.ts'
import {
  challengedCard,
  type FixtureLimits,
  openPaymentsFixture,
  type PaymentsFixture,
  rightCode,
} from '../world/payments-fixture.ts'

const by = { actor: 'operator', fromWhere: 'command line' }
const sandbox = 'sandbox'
const second = 'sandbox-2'

/** A fixture in which a payment goes to the second connector first, and falls back to the default. */
async function openFallback(limits: FixtureLimits = {}): Promise<PaymentsFixture> {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true }, limits)
  await fixture.world.app.routing.addRule({ by, rule: { priority: 10, connector: second } })
  return fixture
}

const declined = (reason: DeclineReason): AuthorizeResult => ({
  outcome: 'declined',
  reason,
  reference: 'r-1',
  checks: undefined,
})
const technical = declined('provider_error')

const asked = ({ acquirerProxy, second: { acquirerProxy: other } }: PaymentsFixture) => ({
  first: other.requests.map(({ kind }) => kind),
  fallback: acquirerProxy.requests.map(({ kind }) => kind),
})

const fallbacksOf = ({ world }: PaymentsFixture, { id }: Payment) =>
  world.app.db.run(
    'select connector, key, reference, decline_reason, next_connector from payments.fallbacks where payment_id = $1',
    [id],
  )

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

test('the order, the history and the events know of one payment and one outcome', async () => {
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

test.each<DeclineReason>([
  'insufficient_funds',
  'declined_by_bank',
  'rejected_by_processor',
  'card_lost_or_stolen',
  'card_blacklisted',
  'security_code_wrong',
  'authentication_required',
])('a payment that is declined with %s is tried nowhere else', async (reason) => {
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

test('a request that could not leave, with no connector left, has failed at once', async () => {
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

test('a payment does not fall back to a connector that does not take its amount', async () => {
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

test('a payment is tried at three connectors and no more', async () => {
  const fixture = await openFallback()
  const { connectors, routing } = fixture.world.app
  const acquirer = connectors.get(sandbox as ConnectorId)
  vi.spyOn(connectors, 'get').mockReturnValue(acquirer)
  vi.spyOn(routing, 'connectorsFor').mockResolvedValue(['one', 'two', 'three', 'four'] as ConnectorId[])
  expect(await fixture.pays({ amount: '0.03' })).toMatchObject({ status: 'failed', connector: 'three' })
  expect(asked(fixture).fallback).toEqual(['authorize', 'authorize', 'authorize'])
})

test('a verification of a card falls back, and the card is stored', async () => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', technical)
  const payment = await fixture.pays({ kind: 'verify', save: true })
  expect(payment).toMatchObject({ status: 'verified', connector: sandbox, cardId: expect.anything() })
})

test('a payment by the merchant with a stored card falls back', async () => {
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

test('a payment whose shopper is back from their bank stays there, however late the first answer comes', async () => {
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
})

test('a payment may be challenged at the connector where it went on', async () => {
  const fixture = await openFallback()
  fixture.second.acquirerProxy.next('authorize', technical)
  const payment = await fixture.pays({ pan: challengedCard, atBrowser: true })
  expect(payment).toMatchObject({ status: 'challenging', connector: sandbox })
  const paid = await fixture.returnsFromBank(payment, rightCode)
  expect(paid).toMatchObject({ status: 'captured', connector: sandbox })
})

test('a process that dies before it has sent the next request leaves it to the resolver, which sends none', async () => {
  const fixture = await openFallback()
  const [reached, silence] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  fixture.second.acquirerProxy.next('authorize', technical)
  fixture.acquirerProxy.next('authorize', () => {
    reached.resolve()
    return silence.promise
  })
  const paying = fixture.pays()
  await reached.promise
  await fixture.world.pass({ minutes: 2 })
  silence.reject(new NoResponse('the process of this request is gone'))
  expect(await paying).toMatchObject({ status: 'failed', connector: sandbox, declineReason: undefined })
  expect(asked(fixture)).toEqual({ first: ['authorize'], fallback: ['authorize', 'inquire', 'reverse'] })
})

test('a connector that never answers after a fallback is inquired, and what it did counts', async () => {
  const fixture = await openFallback()
  const [reached, silence] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()]
  fixture.second.acquirerProxy.next('authorize', technical)
  fixture.acquirerProxy.next('authorize', async (deliver) => {
    await deliver()
    reached.resolve()
    return silence.promise
  })
  const paying = fixture.pays()
  await reached.promise
  await fixture.world.pass({ minutes: 2 })
  silence.reject(new NoResponse('the process of this request is gone'))
  expect(await paying).toMatchObject({ status: 'captured', connector: sandbox })
  expect(asked(fixture)).toEqual({ first: ['authorize'], fallback: ['authorize', 'inquire'] })
})

test('a decline that the resolver has recorded already is final, however late its own answer comes', async () => {
  const fixture = await openFallback()
  const { mishap, reached, goOn } = delay()
  fixture.second.acquirerProxy.next('authorize', mishap)
  const paying = fixture.pays({ amount: '0.03' })
  await reached
  fixture.second.acquirerProxy.next('inquire', technical)
  await fixture.world.pass({ minutes: 2 })
  goOn()
  expect(await paying).toMatchObject({ status: 'failed', declineReason: 'provider_error', connector: second })
  expect(asked(fixture)).toEqual({ first: ['authorize', 'inquire'], fallback: [] })
})

test('a payment that is uncertain already when its connector declines ends there', async () => {
  const fixture = await openFallback()
  const { mishap, reached, goOn } = delay()
  fixture.second.acquirerProxy.next('authorize', mishap)
  const paying = fixture.pays({ amount: '0.03' })
  await reached
  fixture.second.acquirerProxy.next('inquire', { outcome: 'pending', reference: 'r-2' })
  await fixture.world.pass({ seconds: 61 })
  goOn()
  expect(await paying).toMatchObject({ status: 'failed', declineReason: 'provider_error', connector: second })
  expect(asked(fixture).fallback).toEqual([])
})

test('the resolver that was late with an inquiry about the first connector does not touch the payment at the next', async () => {
  const fixture = await openFallback()
  const [answer, inquiry] = [delay(), delay()]
  fixture.second.acquirerProxy.next('authorize', answer.mishap)
  fixture.second.acquirerProxy.next('inquire', inquiry.mishap)
  const atNext = delay()
  fixture.acquirerProxy.next('authorize', atNext.mishap)
  const paying = fixture.pays({ amount: '0.03' })
  await answer.reached
  const resolving = fixture.world.pass({ seconds: 61 })
  await inquiry.reached
  answer.goOn()
  await atNext.reached
  inquiry.goOn()
  await resolving
  const [row] = await fixture.world.app.db.run('select id, status, connector from payments.payments', [])
  expect(row).toMatchObject({ status: 'authorizing', connector: sandbox })
  atNext.goOn()
  expect(await paying).toMatchObject({ status: 'failed', connector: sandbox, declineReason: 'provider_error' })
  expect(await fallbacksOf(fixture, await paying)).toHaveLength(1)
})
