import { expect, test } from 'vitest'
import type { Payment, Transaction } from '#acquiring/payments'
import type { Declined } from '#connectors/acquirer/port.ts'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { machines } from '../../src/docs/generated-docs.ts'
import { banksOf } from '../world/disputes.ts'
import { challengedCard, openPaymentsFixture, type PaymentsFixture, rightCode } from '../world/payments-fixture.ts'

const refused: Declined = { outcome: 'declined', reason: 'rejected_by_processor', reference: 'r-1', checks: undefined }
const kinds = ['auth', 'sale', 'verify'] as const

/** Ways to make every transition of a payment and a refund; time passes after each. */
const ways: readonly ((fixture: PaymentsFixture) => Promise<unknown>)[] = [
  ...kinds.map((kind) => (fixture: PaymentsFixture) => pays(fixture, kind)),
  ...kinds.map((kind) => (fixture: PaymentsFixture) => {
    fixture.acquirerProxy.next('authorize', 'response lost')
    return pays(fixture, kind)
  }),
  ...kinds.map((kind) => (fixture: PaymentsFixture) => {
    fixture.acquirerProxy.next('authorize', 'response lost')
    fixture.acquirerProxy.next('inquire', { outcome: 'not_found' })
    fixture.acquirerProxy.next('reverse', refused)
    return pays(fixture, kind)
  }),
  (fixture) => fixture.pays({ amount: '0.05' }),
  (fixture) => {
    fixture.acquirerProxy.next('authorize', 'response lost')
    return fixture.pays({ amount: '0.05' })
  },
  (fixture) => {
    fixture.acquirerProxy.next('authorize', 'request lost')
    return fixture.pays()
  },
  async (fixture) => fixture.returnsFromBank(await fixture.pays({ pan: challengedCard, atBrowser: true }), rightCode),
  (fixture) => {
    fixture.acquirerProxy.next('authorize', 'response lost')
    return fixture.pays({ pan: challengedCard, atBrowser: true })
  },
  async (fixture) => fixture.captures(await pays(fixture, 'auth')),
  async (fixture) => {
    fixture.acquirerProxy.next('capture', refused)
    return fixture.captures(await pays(fixture, 'auth'))
  },
  async (fixture) => fixture.reverses(await pays(fixture, 'auth')),
  async (fixture) => {
    fixture.acquirerProxy.next('reverse', refused)
    return fixture.reverses(await pays(fixture, 'auth'))
  },
  async (fixture) => fixture.reverses(await fixture.pays()),
  async (fixture) => {
    fixture.acquirerProxy.next('reverse', refused)
    return fixture.reverses(await fixture.pays())
  },
  async (fixture) => {
    const payment = await fixture.pays()
    await fixture.reverses(payment, '4.00')
    fixture.acquirerProxy.next('refund', refused)
    await fixture.reverses(payment, '1.00')
    return fixture.reverses(payment, '6.00')
  },
  (fixture) => fixture.paysOut('1.00'),
  (fixture) => fixture.paysOut('0.05'),
  ...['1.00', '0.05'].map((amount) => (fixture: PaymentsFixture) => {
    fixture.acquirerProxy.next('payOut', 'response lost')
    return fixture.paysOut(amount)
  }),
  async (fixture) => {
    const payment = await fixture.pays()
    await fixture.reverses(payment, '9.91')
    await fixture.reverses(payment, '0.09')
    const refunds = (await fixture.followersOf(payment)).filter(({ type }) => type === 'refund')
    return comesBack(fixture, refunds.at(-1)!)
  },
  async (fixture) => comesBack(fixture, await fixture.paysOut('1.00')),
  async (fixture) => fails(fixture, await fixture.pays()),
  async (fixture) => {
    const payment = await fixture.pays()
    fixture.acquirerProxy.next('reverse', { outcome: 'pending', reference: 'r-1' })
    await fixture.reverses(payment)
    return fails(fixture, payment)
  },
  async (fixture) => {
    const payment = await fixture.pays()
    await fixture.reverses(payment, '4.00')
    await fixture.reverses(payment, '6.00')
    return fails(fixture, payment)
  },
  async (fixture) => {
    const payment = await fixture.pays()
    await banksOf(fixture).disputes(payment)
    return fails(fixture, payment)
  },
  async (fixture) => {
    const { disputes, decides } = banksOf(fixture)
    const payment = await fixture.pays()
    await decides(payment, await disputes(payment), 'lost')
    return fails(fixture, payment)
  },
  async (fixture) => isDisputed(fixture, await fixture.pays()),
  async (fixture) => {
    const payment = await fixture.pays()
    await fixture.reverses(payment, '4.00')
    await fixture.reverses(payment, '6.00')
    return isDisputed(fixture, payment)
  },
]

/** The acquirer says of what was done that its money is back. */
const comesBack = ({ world }: PaymentsFixture, { connector, key }: Pick<Transaction, 'connector' | 'key'>) =>
  applyIncomingResult(world.app, connector, { key, result: { outcome: 'returned', reference: 'r-1' } })

/** The acquirer says of a capture that was done that it has failed. */
const fails = ({ world }: PaymentsFixture, { connector, key }: Payment) =>
  applyIncomingResult(world.app, connector, {
    key,
    result: { outcome: 'failed', request: 'capture', authorization: key, reference: 'r-1' },
  })

/** A dispute that is won, one that is lost, one after that, and arbitration of what was lost. */
async function isDisputed(fixture: PaymentsFixture, payment: Payment): Promise<void> {
  const { disputes, decides } = banksOf(fixture)
  await decides(payment, await disputes(payment), 'won')
  const lost = await disputes(payment, '3.00')
  await decides(payment, lost, 'lost')
  await decides(payment, await disputes(payment, '2.00'), 'won')
  await decides(payment, lost, 'won')
}

test('every transition of the tables can be made, and no other was ever made', async () => {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true })
  for (const way of ways) {
    await way(fixture)
    await fixture.world.pass({ minutes: 1 })
  }
  await fixture.world.pass({ minutes: 15 })
  const transitions = await fixture.world.app.db.read
    .selectFrom('payments.payment_transitions')
    .innerJoin('payments.payments', 'payments.payments.id', 'payments.payment_transitions.payment_id')
    .select(['type', 'from_status as from', 'action', 'to_status as to'])
    .where('from_status', 'is not', null)
    .execute()
  const made = Map.groupBy(transitions, ({ type }) => machineOf[type])
  for (const name of new Set(Object.values(machineOf))) {
    const seen = new Set(made.get(name)?.map(({ from, action, to }) => textOf(from, action, to)))
    expect([...seen].sort(), name).toEqual(edgesOf(name))
  }
})

const pays = (fixture: PaymentsFixture, kind: (typeof kinds)[number]) =>
  fixture.pays({ kind, amount: kind === 'verify' ? '0.00' : '10.00' })
/** By the type of a row. */
const machineOf: Readonly<Record<string, keyof typeof machines>> = {
  deposit: 'payment',
  'verify-card': 'payment',
  refund: 'refund',
  credit: 'payout',
  chargeback: 'dispute',
  representment: 'representment',
  reinstatement: 'reinstatement',
  'capture-failure': 'capture-failure',
}
const textOf = (from: string | null, action: string, to: string): string => `${from} --${action}--> ${to}`
const edgesOf = (name: keyof typeof machines): string[] =>
  machines[name]!.edges.map(({ from, action, to }) => textOf(from, action, to)).sort()
