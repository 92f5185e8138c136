import { expect, test } from 'vitest'
import type { Payment } from '#acquiring/payments'
import type { RuleInput } from '#acquiring/routing'
import { openDispute } from '#connectors/acquirer/sandbox/index.ts'
import { parseMoney } from '#kernel/base/money.ts'
import { longTest } from '../world/length.ts'
import { type FixtureLimits, openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

const by = { actor: 'operator', fromWhere: 'command line' }
const addRule = ({ world }: PaymentsFixture, rule: Partial<RuleInput>) =>
  world.app.routing.addRule({ by, rule: { priority: 10, connector: 'sandbox-2', ...rule } })

/** A fixture whose payments all go to the second connector. */
async function openAtSecond(limits: FixtureLimits = {}): Promise<PaymentsFixture> {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true }, limits)
  await addRule(fixture, {})
  return fixture
}

const askedOf = ({ acquirerProxy, second }: PaymentsFixture) => ({
  first: acquirerProxy.requests.map(({ kind }) => kind),
  second: second.acquirerProxy.requests.map(({ kind }) => kind),
})

// In small: a rule that is removed counts no more, and both changes are audited
longTest('without rules a payment goes to the default connector', async () => {
  const fixture = await openPaymentsFixture()
  expect(await fixture.pays()).toMatchObject({ status: 'captured', connector: 'sandbox' })
  expect(askedOf(fixture)).toEqual({ first: ['authorize'], second: [] })
})

test.each<[what: string, fitting: Partial<RuleInput>, other: Partial<RuleInput>]>([
  ['currency', { currency: 'EUR' }, { currency: 'RON' }],
  ['brand', { brand: 'visa' }, { brand: 'amex' }],
  ['BIN', { bin: '41111111' }, { bin: '41111112' }],
])('a rule by %s takes the payments that fit and no others', async (_, fitting, other) => {
  const fixture = await openPaymentsFixture()
  await addRule(fixture, other)
  expect((await fixture.pays()).connector).toBe('sandbox')
  await addRule(fixture, fitting)
  expect((await fixture.pays()).connector).toBe('sandbox-2')
})

// In small: in whatever order they are read, one rule counts
longTest('a rule by site takes the payments of that site', async () => {
  const fixture = await openPaymentsFixture()
  const { site } = await fixture.world.merchant()
  await addRule(fixture, { siteId: site.id })
  expect((await fixture.pays()).connector).toBe('sandbox')
  await addRule(fixture, { siteId: fixture.site.id })
  expect((await fixture.pays()).connector).toBe('sandbox-2')
})

test('a rule that is removed counts no more, and both changes are audited', async () => {
  const fixture = await openPaymentsFixture()
  const { app } = fixture.world
  const { id } = await addRule(fixture, { currency: 'EUR' })
  await app.routing.removeRule({ by, id })
  expect((await fixture.pays()).connector).toBe('sandbox')
  expect(await app.routing.rules()).toEqual([])
  await expect(app.routing.removeRule({ by, id })).rejects.toMatchObject({ code: 'routing_rule_not_found' })
  const audit = await app.db.run(`select action, actor from directory.audit where subject_type = 'routingRule'`, [])
  expect(audit).toEqual([
    { action: 'routingRuleAdded', actor: 'operator' },
    { action: 'routingRuleRemoved', actor: 'operator' },
  ])
})

test('a rule that names what is not there is refused', async () => {
  const fixture = await openPaymentsFixture()
  const code = (rule: Partial<RuleInput>) => addRule(fixture, rule).catch((error) => error.code)
  expect(await code({ connector: 'elsewhere' })).toBe('routing_connector_not_found')
  const wrong = [{ priority: 0 }, { priority: 1.5 }, { siteId: 1 }, { currency: 'XXX' }, { brand: 'V!' }, { bin: 'x' }]
  for (const rule of wrong) expect(await code(rule)).toBe('invalid_routing_rule')
})

test('an amount that the first connector does not take goes to the next', async () => {
  const limits = { second: { amounts: { minMinor: 1n, maxMinor: 9_99n } } }
  const fixture = await openAtSecond(limits)
  expect((await fixture.pays({ amount: '9.99' })).connector).toBe('sandbox-2')
  expect((await fixture.pays({ amount: '10.00' })).connector).toBe('sandbox')
})

test('an amount that the first connector cannot count goes to the next, and is refused when none can', async () => {
  const amountsIn = new Map([['EUR', { minMinor: 10n, maxMinor: 99_999_990n, stepMinor: 10n }] as const])
  const fixture = await openAtSecond({ second: { amountsIn } })
  expect((await fixture.pays({ amount: '9.90' })).connector).toBe('sandbox-2')
  expect((await fixture.pays({ amount: '9.99' })).connector).toBe('sandbox')
  const coarse = await openPaymentsFixture({}, { sandbox: { amountsIn }, second: { amountsIn } })
  await expect(coarse.pays({ amount: '9.99' })).rejects.toMatchObject({ code: 'amount_not_supported' })
})

test('an amount that no connector takes is refused before anything is stored', async () => {
  const amounts = { minMinor: 1n, maxMinor: 9_99n }
  const fixture = await openPaymentsFixture({}, { sandbox: { amounts }, second: { amounts } })
  await expect(fixture.pays({ save: true })).rejects.toMatchObject({ code: 'amount_not_supported' })
  expect(await fixture.world.app.db.run('select id from payments.payments', [])).toEqual([])
  expect(askedOf(fixture)).toEqual({ first: [], second: [] })
})

// In small: captures, refunds, disputes and payouts use the connector that authorized in the end
longTest('captures, reversals and refunds go where the payment went, whatever the rules say later', async () => {
  const fixture = await openAtSecond()
  const [captured, voided] = [await fixture.pays({ kind: 'auth' }), await fixture.pays({ kind: 'auth' })]
  const [rule] = await fixture.world.app.routing.rules()
  await fixture.world.app.routing.removeRule({ by, id: rule!.id })

  await fixture.captures(captured)
  await fixture.reverses(voided)
  const refund = await fixture.reverses(captured, '4.00')

  expect(refund).toMatchObject({ type: 'refund', status: 'refunded', connector: 'sandbox-2' })
  expect(await fixture.now(voided)).toMatchObject({ status: 'voided' })
  expect(askedOf(fixture)).toEqual({
    first: [],
    second: ['authorize', 'authorize', 'capture', 'reverse', 'refund'],
  })
})

// In small: a lost answer is no decline: it is asked about where it was sent, and nothing is sent elsewhere
longTest('a lost answer is asked of the connector that was asked', async () => {
  const fixture = await openAtSecond()
  fixture.second.acquirerProxy.next('authorize', 'response lost')
  const payment = await fixture.pays()
  expect(payment.status).toBe('uncertain')
  await fixture.world.pass({ minutes: 2 })
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
  expect(askedOf(fixture)).toEqual({ first: [], second: ['authorize', 'inquire'] })
})

test('a payout goes by the connector that the customer has paid with', async () => {
  const fixture = await openAtSecond()
  const payout = await fixture.paysOut('5.00')
  expect(payout).toMatchObject({ status: 'credited', connector: 'sandbox-2' })
  expect(askedOf(fixture)).toEqual({ first: [], second: ['authorize', 'payOut'] })
})

test('a payout is refused where that connector cannot pay out', async () => {
  const fixture = await openAtSecond({ second: { payOut: false } })
  await expect(fixture.paysOut('5.00')).rejects.toMatchObject({ code: 'payout_not_supported' })
  expect(askedOf(fixture).second).toEqual(['authorize'])
})

test('each connector has its own list of disputes', async () => {
  const fixture = await openPaymentsFixture()
  const { world } = fixture
  const first = await fixture.pays()
  await addRule(fixture, {})
  const second = await fixture.pays()
  const dispute = { amount: first.amount, reason: 'fraud' } as const
  await openDispute({ record: fixture.record, clock: world.clock }, { authorization: first.key, ...dispute })
  await openDispute({ record: fixture.second.record, clock: world.clock }, { authorization: second.key, ...dispute })
  await world.pass({ minutes: 5 })

  const chargebackOf = async (payment: Payment) => (await fixture.followersOf(payment))[0]
  expect(await chargebackOf(first)).toMatchObject({ type: 'chargeback', status: 'opened', connector: 'sandbox' })
  expect(await chargebackOf(second)).toMatchObject({ type: 'chargeback', status: 'opened', connector: 'sandbox-2' })
  const lists = await world.app.db.run('select connector, read_up_to from disputes.cursors order by id', [])
  expect(lists).toEqual([
    { connector: 'sandbox', read_up_to: '1' },
    { connector: 'on-us', read_up_to: '0' },
    { connector: 'sandbox-2', read_up_to: '1' },
  ])
})

test('a dispute that another connector reports than the one that was paid by is left to a person', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  fixture.second.acquirerProxy.next('disputesSince', {
    place: '1',
    events: [
      {
        id: 'e-1',
        dispute: 'd-1',
        authorization: payment.key,
        kind: 'opened',
        amount: parseMoney('10.00', 'EUR')!,
        reason: 'fraud',
        at: fixture.world.clock.now(),
      },
    ],
  })
  await fixture.world.pass({ minutes: 5 })
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
  expect(await fixture.world.app.db.run('select connector, trouble from disputes.events', [])).toEqual([
    { connector: 'sandbox-2', trouble: expect.stringContaining('another connector') },
  ])
})
