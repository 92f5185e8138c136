import { randomUUID } from 'node:crypto'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { clockInHand, typedCard } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { stripe } from '#connectors/acquirer/stripe/index.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import type { StripeEmulator } from '../emulators/stripe/emulator.ts'
import { copyOfTemplate } from '../world/database.ts'
import { connectionParts, emulatorAt, openStripe, stripeUnderTest } from '../world/stripe.ts'

let db: Db
let emulator: StripeEmulator
const clock = clockInHand()
const seconds = () => Math.trunc(clock.now().epochMilliseconds / 1000)
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
  emulator = await emulatorAt(clock)
})
afterAll(async () => {
  await emulator.close()
  await db.close()
})

/** A connection of its own, so that its list of disputes is as well. */
function open(connector = `stripe-${randomUUID().slice(0, 8)}`) {
  const connection = openStripe({ db, clock, url: emulator.url, connector })
  const webhooks = connection.webhooks!
  type Delivery = { body: string; headers: Record<string, string> }
  const receive = ({ body, headers }: Delivery) =>
    webhooks.receive({ headers, body: Buffer.from(body), receivedAt: clock.now() })
  const apply = async (delivery: Delivery) => {
    const received = await receive(delivery)
    if ('refused' in received) throw new Error(received.why)
    return webhooks.apply({ ...received.accepted[0]!, receivedAt: clock.now() })
  }
  return { ...counter(stripeUnderTest(emulator, connection.acquirer)), webhooks, receive, apply }
}

/** Signed by Stripe's own package. */
function signed(payload: string, { secret = 'whsec_emulated0000', timestamp = seconds() } = {}) {
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  return { body: payload, headers: { 'stripe-signature': header } }
}

const event = (type: string, id: string) =>
  JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, created: seconds(), data: { object: { id } } })

test('an event that Stripe has signed is accepted, and one that is forged, altered or old is not', async () => {
  const { receive } = open()
  const body = event('payment_intent.succeeded', 'pi_1')
  expect(await receive(signed(body))).toMatchObject({ accepted: [{ type: 'payment_intent.succeeded' }] })
  const { headers } = signed(body)
  expect(await receive({ body: `${body} `, headers })).toMatchObject({ refused: 'signature' })
  expect(await receive(signed(body, { secret: 'whsec_another0000' }))).toMatchObject({ refused: 'signature' })
  expect(await receive(signed(body, { timestamp: seconds() - 301 }))).toMatchObject({ refused: 'signature' })
  expect(await receive(signed(body, { timestamp: seconds() - 300 }))).toHaveProperty('accepted')
  expect(await receive({ body, headers: {} })).toMatchObject({ refused: 'signature' })
  expect(await receive(signed('{"id":1}'))).toMatchObject({ refused: 'unreadable' })
})

test('while a secret is rolled over, Stripe signs with both, and either of ours is enough', async () => {
  const parts = connectionParts({ db, clock, url: emulator.url })
  const [older, newer] = ['whsec_older00000', 'whsec_newer00000']
  const of = (webhookSecret: string) => stripe.readCredentials({ secretKey: 'sk_test_emulated0000', webhookSecret })
  const credentials = async () => ({ current: of(newer), previous: of(older) })
  const { webhooks } = stripe.open({ ...parts, credentials })
  const body = event('payment_intent.succeeded', 'pi_1')
  const received = (headers: Record<string, string>) =>
    webhooks!.receive({ headers, body: Buffer.from(body), receivedAt: clock.now() })
  for (const secret of [older, newer])
    expect(await received(signed(body, { secret }).headers)).toHaveProperty('accepted')
  const [one, other] = [older, 'whsec_unknown000'].map((secret) => signed(body, { secret }).headers['stripe-signature'])
  const both = { 'stripe-signature': `${other},${one!.split(',')[1]}` }
  expect(await received(both)).toHaveProperty('accepted')
})

test('the emulator signs as Stripe does', () => {
  const [first] = emulator.state.events
  const { body, headers } = emulator.delivery(first ?? { id: 'evt_1', type: 'x', created: 0, object: {} })
  const read = Stripe.webhooks.constructEvent(
    body,
    headers['stripe-signature'],
    'whsec_emulated0000',
    300,
    undefined,
    seconds() * 1000,
  )
  expect(read.object).toBe('event')
})

test('an event has the result of the payment whose answer was lost, however often and in whichever order', async () => {
  const { acquirer, request, apply } = open()
  const requested = request('sale', 1000n)
  emulator.faults.plan(/\/confirm$/, 'closeAfter')
  const since = emulator.state.events.length
  await expect(acquirer.authorize(requested)).rejects.toThrow()
  const deliveries = emulator.deliveries(since).filter(({ body }) => body.includes(requested.key))
  const outcomes = []
  for (const delivery of [...deliveries.toReversed(), ...deliveries]) {
    const { results = [] } = await apply(delivery).catch(() => ({ results: [] }))
    outcomes.push(...results.map(({ key, result }) => [key, result.outcome]))
  }
  expect(outcomes.length).toBeGreaterThan(1)
  expect(new Set(outcomes.map(String))).toEqual(new Set([`${requested.key},approved`]))
})

test('a refund that the bank takes later is done when Stripe says so', async () => {
  const { acquirer, request, following, apply } = open()
  const requested = request('sale', 1000n, typedCard('4000000000007726'))
  await acquirer.authorize(requested)
  const input = following(requested, 400n)
  const pending = await acquirer.refund(input)
  expect(pending.outcome).toBe('pending')
  const since = emulator.state.events.length
  emulator.endRefund((pending as { reference: string }).reference, 'succeeded')
  const [updated] = emulator.deliveries(since)
  expect((await apply(updated!)).results).toEqual([
    { key: input.key, result: expect.objectContaining({ outcome: 'done' }) },
  ])
})

test('a refund that Stripe has sent back after it was done has come back, by an event or by an inquiry', async () => {
  const { acquirer, authorize, following, apply } = open()
  const { requested } = await authorize('sale', 1000n)
  const input = following(requested, 400n)
  const done = await acquirer.refund(input)
  expect(done.outcome).toBe('done')
  const since = emulator.state.events.length
  emulator.endRefund((done as { reference: string }).reference, 'failed')
  const back = { outcome: 'returned', reference: (done as { reference: string }).reference }
  expect(await acquirer.inquire(input.key)).toEqual(back)
  const [failed] = emulator.deliveries(since)
  for (const delivery of [failed!, failed!])
    expect((await apply(delivery)).results).toEqual([{ key: input.key, result: back }])
  expect((await acquirer.refund(following(requested, 1000n))).outcome).toBe('done')
})

test('disputes are the same list, whether their events come late, doubled, in any order, or not at all', async () => {
  const deliveries = async (how: 'reversed' | 'doubled' | 'none') => {
    const { acquirer, authorize, apply } = open()
    const { requested } = await authorize('sale', 1000n)
    const since = emulator.state.events.length
    emulator.inquire(requested.key, 1000)
    emulator.dispute(requested.key, 1000, 'product_not_received')
    emulator.decide(requested.key, 'won')
    emulator.decide(requested.key, 'won')
    const sent = emulator.deliveries(since)
    const order = { reversed: sent.toReversed(), doubled: [...sent, ...sent], none: [] }[how]
    for (const delivery of order) await apply(delivery)
    const { events } = await acquirer.disputesSince(undefined)
    const own = events.filter(({ authorization }) => authorization === requested.key)
    return own.map(({ kind, reason, amount }) => [kind, reason, amount.minor])
  }
  const expected = [
    ['opened', 'not_received', 1000n],
    ['won', 'not_received', 1000n],
  ]
  for (const how of ['reversed', 'doubled', 'none'] as const) expect(await deliveries(how)).toEqual(expected)
})

test('events that never came are read from the list, from where it was read before', async () => {
  const { webhooks, authorize } = open()
  const start = await webhooks.missedSince!(undefined)
  expect(start.messages).toEqual([])
  const { requested } = await authorize('sale', 1000n)
  const missed = await webhooks.missedSince!(start.place)
  expect(missed.messages.map(({ type }) => type)).toEqual(['payment_intent.succeeded'])
  const [message] = missed.messages
  const applied = await webhooks.apply({ ...message!, receivedAt: clock.now() })
  expect(applied.results).toMatchObject([{ key: requested.key, result: { outcome: 'approved' } }])
  expect((await webhooks.missedSince!(missed.place)).messages).toEqual([])
})

test('an event of a kind that is not needed is ignored, and says so', async () => {
  const { apply } = open()
  expect(await apply(signed(event('customer.created', 'cus_1')))).toMatchObject({
    results: [],
    ignored: expect.any(String),
  })
})
