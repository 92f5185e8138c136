import { expect, test } from 'vitest'
import type { Declined } from '#connectors/acquirer/acquirer.ts'
import type { Payment } from '#payments'
import { machines } from '../../src/docs/generated-docs.ts'
import { banksOf } from '../world/disputes.ts'
import { challengedCard, openTill, rightCode, type Till } from '../world/till.ts'

const refused: Declined = { outcome: 'declined', reason: 'rejected_by_processor', reference: 'r-1', checks: undefined }
const kinds = ['auth', 'sale', 'verify'] as const

/** Ways to make every move of a payment and a refund; time passes after each. */
const ways: readonly ((till: Till) => Promise<unknown>)[] = [
  ...kinds.map((kind) => (till: Till) => pays(till, kind)),
  ...kinds.map((kind) => (till: Till) => {
    till.line.next('authorize', 'answer lost')
    return pays(till, kind)
  }),
  ...kinds.map((kind) => (till: Till) => {
    till.line.next('authorize', 'answer lost')
    till.line.next('whatBecameOf', { outcome: 'never heard of it' })
    till.line.next('reverse', refused)
    return pays(till, kind)
  }),
  (till) => till.pays({ amount: '0.05' }),
  (till) => {
    till.line.next('authorize', 'answer lost')
    return till.pays({ amount: '0.05' })
  },
  (till) => {
    till.line.next('authorize', 'ask lost')
    return till.pays()
  },
  async (till) => till.returnsFromBank(await till.pays({ pan: challengedCard, atBrowser: true }), rightCode),
  (till) => {
    till.line.next('authorize', 'answer lost')
    return till.pays({ pan: challengedCard, atBrowser: true })
  },
  async (till) => till.captures(await pays(till, 'auth')),
  async (till) => {
    till.line.next('capture', refused)
    return till.captures(await pays(till, 'auth'))
  },
  async (till) => till.undoes(await pays(till, 'auth')),
  async (till) => {
    till.line.next('reverse', refused)
    return till.undoes(await pays(till, 'auth'))
  },
  async (till) => till.undoes(await till.pays()),
  async (till) => {
    till.line.next('reverse', refused)
    return till.undoes(await till.pays())
  },
  async (till) => {
    const payment = await till.pays()
    await till.undoes(payment, '4.00')
    till.line.next('refund', refused)
    await till.undoes(payment, '1.00')
    return till.undoes(payment, '6.00')
  },
  (till) => till.paysOut('1.00'),
  (till) => till.paysOut('0.05'),
  ...['1.00', '0.05'].map((amount) => (till: Till) => {
    till.line.next('payOut', 'answer lost')
    return till.paysOut(amount)
  }),
  async (till) => isDisputed(till, await till.pays()),
  async (till) => {
    const payment = await till.pays()
    await till.undoes(payment, '4.00')
    await till.undoes(payment, '6.00')
    return isDisputed(till, payment)
  },
]

/** A dispute that is won, one that is lost, one after that, and arbitration of what was lost. */
async function isDisputed(till: Till, payment: Payment): Promise<void> {
  const { disputes, decides } = banksOf(till)
  await decides(payment, await disputes(payment), 'won')
  const lost = await disputes(payment, '3.00')
  await decides(payment, lost, 'lost')
  await decides(payment, await disputes(payment, '2.00'), 'won')
  await decides(payment, lost, 'won')
}

test('every move of the tables can be made, and no other ever was', async () => {
  const till = await openTill({ payoutsAllowed: true })
  for (const way of ways) {
    await way(till)
    await till.world.pass({ minutes: 1 })
  }
  await till.world.pass({ minutes: 15 })
  const moves = await till.world.app.db.read
    .selectFrom('payments.moves')
    .innerJoin('payments.payments', 'payments.payments.id', 'payments.moves.payment_id')
    .select(['type', 'from_status as from', 'action', 'to_status as to'])
    .where('from_status', 'is not', null)
    .execute()
  const made = Map.groupBy(moves, ({ type }) => machineOf[type])
  for (const name of new Set(Object.values(machineOf))) {
    const seen = new Set(made.get(name)?.map(({ from, action, to }) => said(from, action, to)))
    expect([...seen].sort(), name).toEqual(edgesOf(name))
  }
})

const pays = (till: Till, kind: (typeof kinds)[number]) =>
  till.pays({ kind, amount: kind === 'verify' ? '0.00' : '10.00' })
/** By the type of a row. */
const machineOf: Readonly<Record<string, keyof typeof machines>> = {
  deposit: 'payment',
  'verify-card': 'payment',
  refund: 'refund',
  credit: 'payout',
  chargeback: 'dispute',
  representment: 'representment',
}
const said = (from: string | null, action: string, to: string): string => `${from} --${action}--> ${to}`
const edgesOf = (name: keyof typeof machines): string[] =>
  machines[name]!.edges.map(({ from, action, to }) => said(from, action, to)).sort()
