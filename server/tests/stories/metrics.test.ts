import { expect, test } from 'vitest'
import { serveMetrics } from '../../src/app/metrics/serve-metrics.ts'
import { approveKyc } from '../world/issuing.ts'
import { bakery, openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { challengedCard, openPaymentsFixture, rightCode } from '../world/payments-fixture.ts'
import { counting, readScrape, scrape } from '../world/scrape.ts'
import { openWebhookPartner } from '../world/webhook-receiver.ts'
import { createWorld } from '../world/world.ts'

test('payments, declines, lost responses and what follows are counted when they have become true', async () => {
  const fixture = await openPaymentsFixture({}, { environment: counting })
  const { world, acquirerProxy } = fixture
  const paid = await fixture.pays({ amount: '25.00' })
  await fixture.pays({ amount: '40.00', pan: '4000020000001008' })
  const challenged = await fixture.pays({ pan: challengedCard, atBrowser: true })
  await fixture.returnsFromBank(challenged, rightCode)
  const authorized = await fixture.pays({ kind: 'auth', amount: '8.00' })
  await fixture.captures(authorized, '5.00')
  await fixture.reverses(paid, '10.00')
  acquirerProxy.next('authorize', 'response lost')
  await fixture.pays({ amount: '12.50' })

  const now = await scrape(world.app)
  const counted = (outcome: string, more = {}) =>
    now.of('florin_payments_total', { outcome, acquirer: 'sandbox', origin: 'shopper', ...more })
  expect([counted('approved', { kind: 'sale' }), counted('approved', { kind: 'authorization' })]).toEqual([2, 1])
  expect([counted('declined', { brand: 'visa' }), counted('challenged'), counted('uncertain')]).toEqual([1, 1, 1])
  expect(now.of('florin_payment_declines_total', { acquirer: 'sandbox', reason: 'card_lost_or_stolen' })).toBe(1)
  expect(now.of('florin_payment_amount_minor_total', { outcome: 'declined', currency: 'EUR' })).toBe(4_000)
  expect(now.of('florin_follow_ups_total', { kind: 'capture', outcome: 'done' })).toBe(1)
  expect(now.of('florin_follow_ups_total', { kind: 'refund', outcome: 'done' })).toBe(1)
  expect(now.of('florin_three_d_secure_total', { result: 'challenged' })).toBe(1)
  expect(now.of('florin_ledger_entries_total', { recipe: 'paymentCaptured' })).toBe(3)

  const asked = (labels: Record<string, string>) => now.of('florin_acquirer_request_duration_seconds_count', labels)
  expect(asked({ operation: 'authorize', outcome: 'answered' })).toBe(3)
  expect(asked({ operation: 'authorize', outcome: 'no_answer' })).toBe(1)
  expect(now.all('florin_acquirer_no_answer_total')).toEqual({
    'acquirer="sandbox",operation="authorize",cause="failed"': 1,
  })

  expect(now.of('florin_asks_unresolved', { acquirer: 'sandbox', currency: 'EUR' })).toBe(1)
  expect(now.of('florin_uncertain_money_minor', { currency: 'EUR' })).toBe(1_250)
  expect(now.all('florin_ledger_imbalance_minor')).toEqual({ 'currency="EUR"': 0 })
  expect(world.logged.filter((line) => line.includes('a figure for metrics'))).toEqual([])
  expect(now.of('florin_metrics_failures_total')).toBe(0)
})

test('what waits is read when somebody looks, and is gone when it is done', async () => {
  const fixture = await openPaymentsFixture({}, { environment: counting })
  const { world, acquirerProxy } = fixture
  acquirerProxy.next('authorize', 'response lost')
  await fixture.pays({ amount: '12.50' })
  world.clock.pass({ minutes: 20 })
  const waiting = await scrape(world.app)
  expect(waiting.of('florin_oldest_unresolved_ask_seconds', { acquirer: 'sandbox', kind: 'authorization' })).toBe(1_200)
  expect(waiting.of('florin_due_items', { work: 'resolve payments' })).toBe(1)
  expect(waiting.of('florin_due_oldest_seconds', { work: 'resolve payments' })).toBe(1_140)

  await world.runUntilIdle()
  const done = await scrape({ metrics: world.app.metrics })
  expect(done.of('florin_work_items_total', { work: 'resolve payments', outcome: 'done' })).toBe(1)
})

test('decisions about issued cards are counted by the rule that decided, and timed', async () => {
  await using world = await createWorld({ environment: counting })
  const ana = await openSpender(world, await openPartner(world), { funds: '100.00' })
  await ana.authorize('42.99')
  await ana.authorize('900.00')
  const now = await scrape(world.app)
  expect(now.all('florin_card_decisions_total')).toEqual({ 'outcome="approved"': 1, 'outcome="declined"': 1 })
  expect(now.all('florin_card_declines_total')).toEqual({ 'reason="balance"': 1 })
  expect(now.of('florin_card_response_duration_seconds_count', { kind: 'authorization', code: '51' })).toBe(1)
  expect(now.of('florin_card_changes_total', { action: 'create' })).toBe(1)
  expect(now.text).not.toContain(bakery.name)
})

test('a purchase on the hosted page is seen from its session to the notification of its store', async () => {
  await using world = await createWorld({ environment: counting })
  const bakery = await world.merchant()
  bakery.receiver.answer({ status: 500 })
  const ana = await bakery.sends({ amount: '9.90' })
  await ana.pays()
  await world.runUntilIdle()
  bakery.receiver.answer({})
  await world.pass({ hours: 1 })

  const now = await scrape(world.app)
  expect(now.all('florin_checkout_sessions_total')).toEqual({ 'outcome="opened"': 1 })
  expect(now.all('florin_deliveries_total')).toMatchObject({
    'queue="notifications",outcome="retried"': 1,
    'queue="notifications",outcome="delivered"': 1,
  })
  const replies = now.all('florin_http_requests_total')
  expect(Object.keys(replies)).toContain('surface="checkout",route="/checkout/:token/pay",method="POST",status="303"')
  // The address of a page is a secret, and the order number and the shopper are the store's business.
  for (const secret of [ana.address, ana.orderId, 'ana']) expect(now.text).not.toContain(secret)
})

test('webhooks to partners are counted, and so are KYC decisions', async () => {
  await using world = await createWorld({ environment: counting })
  await using nordwind = await openWebhookPartner(world)
  const { customerId } = await nordwind.partner.customer()
  await approveKyc(world, customerId)
  await world.runUntilIdle()
  const now = await scrape(world.app)
  expect(now.all('florin_kyc_changes_total')).toMatchObject({ 'status="pending_review"': 1, 'status="approved"': 1 })
  expect(now.of('florin_deliveries_total', { queue: 'webhooks', outcome: 'delivered' })).toBe(3)
})

test('the port for metrics serves them and nothing else, and the public address serves none', async () => {
  await using world = await createWorld({ environment: counting })
  const listener = (await serveMetrics(world.app))!
  try {
    const address = await world.http.listen({ port: 0 }, [])
    await (await fetch(`${address}/health`)).text()
    const url = `http://127.0.0.1:${listener.port}`
    const reply = await fetch(`${url}/metrics`)
    expect(reply.headers.get('content-type')).toContain('text/plain')
    const now = readScrape(await reply.text())
    expect(now.of('florin_http_requests_total', { route: '/health', method: 'GET', status: '200' })).toBe(1)
    expect(now.all('florin_http_requests_in_flight')).toEqual({ '': 0 })
    expect(now.of('florin_build_info')).toBe(1)
    expect(now.of('nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
    expect((await fetch(`${url}/health`)).status).toBe(404)
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
    expect((await world.http.inject('/metrics')).statusCode).toBe(404)
  } finally {
    await listener.close()
  }
})

test('without a port nothing is counted', async () => {
  const fixture = await openPaymentsFixture()
  await fixture.pays()
  expect(fixture.world.app.metrics.isOn).toBe(false)
  expect((await scrape(fixture.world.app)).text).toBe('')
})
