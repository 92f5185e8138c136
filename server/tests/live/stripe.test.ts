import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvalIn, counter, inBrowser } from '#connectors/acquirer/conformance-counter.ts'
import type { Connection } from '#connectors/acquirer/processor.ts'
import { typedCard } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { stripe } from '#connectors/acquirer/stripe/index.ts'
import { withTimeout } from '#connectors/acquirer/with-timeout.ts'
import { systemClock } from '#kernel/base/clock.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { copyOfTemplate } from '../world/database.ts'
import { cards, connectionParts } from '../world/stripe.ts'

/*
 * Against Stripe's own test environment, with its test cards: `npm run live:stripe`. FLORIN_STRIPE_API_BASE names a system
 * that stands for it, to try the suite itself.
 */
const { FLORIN_STRIPE_TEST_KEY: secretKey = '', FLORIN_STRIPE_API_BASE: apiBase } = process.env
const mitExemption = process.env.FLORIN_STRIPE_MIT_EXEMPTION ?? 'no'

let db: Db
let connection: Connection
const parts = () => {
  const opened = stripe.readCredentials({ secretKey, mitExemption, ...(apiBase && { apiBase }) })
  const made = connectionParts({ db, clock: systemClock, url: apiBase ?? 'http://127.0.0.1', timeoutMs: 60_000 })
  return { ...made, opened, credentials: async () => ({ current: opened }) }
}
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
  connection = stripe.open(parts())
})
afterAll(async () => {
  await connection.close()
  await db.close()
})

function shop() {
  const acquirer = withTimeout(connection.acquirer, { timeoutMs: 120_000 })
  return counter({ acquirer, currency: 'EUR', approved: cards.approved, declined: cards.declined })
}

test('the key is that of an account, whose limits are said', async () => {
  const check = await stripe.check(parts())
  expect(check).toMatchObject({ works: true })
  console.info(check)
})

test('raw card numbers are taken: a payment is approved, repeated with its key, and found by an inquiry', async () => {
  const { acquirer, request } = shop()
  const requested = request('sale', 1000n)
  const result = await acquirer.authorize(requested)
  expect(approvalIn(result)).toMatchObject({ checks: { securityCode: 'match' } })
  expect(await acquirer.authorize(requested)).toEqual(result)
  expect(await acquirer.inquire(requested.key)).toEqual(result)
})

test('a part is captured, a part of that refunded, and no more than is there', async () => {
  const { authorize, capture, refund } = shop()
  const { requested } = await authorize('auth', 1000n)
  expect((await capture(requested, 700n)).outcome).toBe('done')
  expect((await capture(requested, 300n)).outcome).toBe('declined')
  expect((await refund(requested, 400n)).outcome).toBe('done')
  expect((await refund(requested, 301n)).outcome).toBe('declined')
})

test('an authorization is released, a sale is reversed, and one that is overtaken is stopped', async () => {
  const { acquirer, authorize, reverse, request } = shop()
  for (const kind of ['auth', 'sale'] as const)
    expect((await reverse((await authorize(kind, 1000n)).requested, 1000n)).outcome).toBe('done')
  const requested = request('sale', 1000n)
  const [authorized, reversed] = await Promise.all([acquirer.authorize(requested), reverse(requested, 1000n)])
  expect([reversed.outcome, authorized.outcome]).toContain('done')
})

test.each([
  ['4000000000000002', 'declined_by_bank'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000009987', 'card_lost_or_stolen'],
  ['4000000000000069', 'card_expired'],
  ['4000000000000127', 'security_code_wrong'],
  ['4000000000000119', 'provider_error'],
])('the test card %s is declined with %s', async (number, reason) => {
  const { acquirer, request } = shop()
  expect(await acquirer.authorize(request('sale', 1000n, typedCard(number)))).toMatchObject({ reason })
})

test('a card is verified without an amount', async () => {
  expect((await shop().verify()).result.outcome).toBe('approved')
})

test('a merchant-initiated payment names the first one', async () => {
  const { acquirer, request, authorize } = shop()
  const { networkTransactionId } = approvalIn((await authorize('sale', 1000n)).result)
  const initiator = { type: 'mit', reason: 'recurring', networkTransactionId: networkTransactionId! } as const
  const later = request('sale', 1000n)
  const charged = await acquirer.authorize({ ...later, initiator, card: { ...later.card, cvv: undefined } })
  expect(charged.outcome).toBe('approved')
})

test('a card that asks for its holder leads to a page of Stripe, and its payment can be reversed', async () => {
  const { acquirer, request, reverse } = shop()
  const requested = { ...request('sale', 1000n, cards.challenged), threeDSecure: inBrowser }
  const challenge = await acquirer.authorize(requested)
  expect(challenge).toMatchObject({ outcome: 'challenge', redirect: { method: 'GET' } })
  expect((await reverse(requested, 1000n)).outcome).toBe('done')
})

test('a payment that its cardholder disputes is in the list of disputes', async () => {
  const { acquirer, request } = shop()
  const requested = request('sale', 1000n, typedCard('4000000000000259'))
  approvalIn(await acquirer.authorize(requested))
  const events = async () => (await acquirer.disputesSince(undefined)).events.map(({ authorization }) => authorization)
  await expect.poll(events, { timeout: 60_000, interval: 2_000 }).toContain(requested.key)
})

test('the lists of events and of what was settled can be read', async () => {
  expect(await connection.webhooks?.missedSince?.(undefined)).toMatchObject({ messages: [] })
  expect(await shop().acquirer.settlementsSince(undefined)).toHaveProperty('entries')
})
