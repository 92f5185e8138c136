import { expect, test } from 'vitest'
import { newsInTrouble } from '#payments'
import { banksOf, losesDispute, winsDispute } from '../world/disputes.ts'
import { openTill, type Till } from '../world/till.ts'

const overnight = { hours: 24 }
const days = (count: number) => ({ hours: 24 * count })
const merchant = (till: Till) => `merchant:${till.site.merchantId}` as const
const troubles = async (till: Till) => (await newsInTrouble(till.world.app.db)).map(({ trouble }) => trouble)

test('a cardholder takes a payment back: it is a charge-back, provisionally, and in the end the money is gone', async () => {
  const till = await openTill()
  const { followers } = banksOf(till)
  const payment = await till.pays({ pan: losesDispute })
  await till.world.pass(overnight)
  await till.world.pass(days(3))
  expect(await till.now(payment)).toMatchObject({ status: 'captured' })
  await till.world.pass(overnight)
  expect(await till.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 1000n } })
  expect(await followers(payment)).toEqual(['chargeback opened 1000'])
  const [chargeback] = await till.refundsOf(payment)
  expect(chargeback).toMatchObject({
    undo: { reason: 'fraud' },
    reference: expect.stringMatching(/^dsp_/),
    fee: { minor: 0n },
  })
  expect(await till.books()).toEqual({
    'acquirer:settling': 1000n,
    'acquirer:captured': -1000n,
    'acquirer:disputed': 1000n,
    [`${merchant(till)}:payable`]: 39n,
    [`${merchant(till)}:disputed`]: -1000n,
    'income:fees': -39n,
  })
  await till.world.pass(days(10))
  expect(await till.now(payment)).toMatchObject({ status: 'chargedBack', chargedBack: { minor: 1000n } })
  expect(await followers(payment)).toEqual(['chargeback lost 1000'])
  expect(await till.books()).toEqual({ [`${merchant(till)}:payable`]: 39n, 'income:fees': -39n })
})

test('a dispute that is won brings the money back, as a transaction of its own', async () => {
  const till = await openTill()
  const payment = await till.pays({ pan: winsDispute })
  const before = await till.books()
  await till.world.pass(days(5))
  expect(await till.now(payment)).toMatchObject({ status: 'disputed' })
  await till.world.pass(days(10))
  expect(await till.now(payment)).toMatchObject({
    status: 'captured',
    chargedBack: { minor: 0n },
    refunded: { minor: 0n },
  })
  const [chargeback, representment] = await till.refundsOf(payment)
  expect(chargeback).toMatchObject({ type: 'chargeback', status: 'won' })
  expect(representment).toMatchObject({
    type: 'representment',
    status: 'represented',
    reference: chargeback!.reference,
  })
  await till.world.pass(overnight)
  const { 'acquirer:captured': owed, ...others } = before
  expect(await till.books()).toEqual({ ...others, 'acquirer:settling': owed })
})

test('a charge-back is in the batch of its day, below zero, and a representment above', async () => {
  const till = await openTill()
  const { disputes, decides } = banksOf(till)
  const [first, second] = [await till.pays(), await till.pays({ amount: '30.00' })]
  const dispute = await disputes(first)
  await till.world.pass(overnight)
  await decides(first, dispute, 'won')
  await disputes(second, '4.00')
  await till.world.pass(overnight)
  expect(await batchesOf(till)).toMatchObject([
    { net_minor: 3000n, payments: 3 },
    { net_minor: 600n, payments: 2 },
  ])
})

test('a part is disputed: what is left can be given back, and no more', async () => {
  const till = await openTill()
  const { disputes, decides, followers } = banksOf(till)
  const payment = await till.pays()
  await till.world.pass(overnight)
  const dispute = await disputes(payment, '4.00')
  expect(await till.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 400n } })
  await expect(till.undoes(payment, '6.01')).rejects.toMatchObject({
    code: 'payment_charged_back',
    message: expect.stringContaining('At most 6.00 EUR'),
  })
  expect(await till.undoes(payment)).toMatchObject({ type: 'refund', status: 'refunded', amount: { minor: 600n } })
  expect(await till.now(payment)).toMatchObject({ status: 'disputed' })
  await expect(till.undoes(payment)).rejects.toMatchObject({ code: 'payment_charged_back' })
  await decides(payment, dispute, 'lost')
  expect(await till.now(payment)).toMatchObject({ status: 'chargedBack', refunded: { minor: 600n } })
  expect(await followers(payment)).toEqual(['chargeback lost 400', 'refund refunded 600'])
})

test('a payment that is disputed whole cannot be refunded, and can be again when the dispute is won', async () => {
  const till = await openTill()
  const { disputes, decides } = banksOf(till)
  const payment = await till.pays()
  await till.world.pass(overnight)
  const dispute = await disputes(payment)
  await expect(till.undoes(payment, '1.00')).rejects.toMatchObject({ code: 'payment_charged_back', kind: 'conflict' })
  await expect(till.undoes(payment)).rejects.toMatchObject({ kind: 'conflict' })
  await decides(payment, dispute, 'won')
  expect(await till.undoes(payment)).toMatchObject({ type: 'refund', status: 'refunded' })
  expect(await till.now(payment)).toMatchObject({ status: 'refunded' })
})

test('what was refunded and is disputed all the same went back twice: it is booked, and a person is told', async () => {
  const till = await openTill()
  const { disputes, decides } = banksOf(till)
  const payment = await till.pays()
  await till.world.pass(overnight)
  await till.undoes(payment)
  const dispute = await disputes(payment)
  expect(await till.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 1000n } })
  expect(await till.books()).toMatchObject({ 'acquirer:captured': -2000n, [`${merchant(till)}:payable`]: 1025n })
  expect(await troubles(till)).toEqual([expect.stringContaining('may have got the money twice')])
  await decides(payment, dispute, 'won')
  expect(await till.now(payment)).toMatchObject({ status: 'refunded', chargedBack: { minor: 0n } })
})

test.for([
  ['voided', 'auth'],
  ['cancelled', 'sale'],
] as const)(
  'a payment that was %s and is disputed stays that, and the charge-back is booked',
  async ([status, kind]) => {
    const till = await openTill()
    const { tells, followers } = banksOf(till)
    const payment = await till.undoes(await till.pays({ kind }))
    await tells({ authorization: payment.key })
    expect(await till.now(payment)).toMatchObject({ status, chargedBack: { minor: 1000n } })
    expect(await followers(payment)).toEqual(['chargeback opened 1000'])
    expect(await troubles(till)).toEqual([expect.stringContaining(`is ${status} and had 0.00 left`)])
    await till.world.pass(overnight)
    expect(await batchesOf(till)).toMatchObject([{ net_minor: -1000n, payments: 1 }])
  },
)

test('two disputes of one payment: it is disputed until both are decided, and one that is lost counts', async () => {
  const till = await openTill()
  const { disputes, decides } = banksOf(till)
  const payment = await till.pays()
  const first = await disputes(payment, '3.00')
  const second = await disputes(payment, '5.00')
  await decides(payment, first, 'lost')
  expect(await till.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 800n } })
  await decides(payment, second, 'won')
  expect(await till.now(payment)).toMatchObject({ status: 'chargedBack', chargedBack: { minor: 300n } })
  const again = await disputes(payment, '5.00')
  expect(await till.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 800n } })
  await decides(payment, again, 'lost')
  expect(await till.undoes(payment)).toMatchObject({ type: 'refund', status: 'refunded', amount: { minor: 200n } })
  expect(await till.now(payment)).toMatchObject({ status: 'chargedBack' })
})

test.for([
  ['captured', undefined],
  ['refunded', '6.00'],
] as const)('what was lost is won by arbitration, and the payment is %s again', async ([status, refund]) => {
  const till = await openTill()
  const { disputes, decides, followers } = banksOf(till)
  const payment = await till.pays()
  await till.world.pass(overnight)
  if (refund) {
    await till.undoes(payment, refund)
    await till.undoes(payment, '4.00')
  }
  const dispute = await disputes(payment)
  await decides(payment, dispute, 'lost')
  expect(await till.now(payment)).toMatchObject({ status: 'chargedBack' })
  await decides(payment, dispute, 'won')
  expect(await till.now(payment)).toMatchObject({ status, chargedBack: { minor: 0n } })
  expect(await followers(payment)).toContain('representment represented 1000')
  expect((await till.books())['acquirer:disputed']).toBeUndefined()
})

test('a dispute that comes while a refund is under way is booked, and the payment is what both leave of it', async () => {
  const till = await openTill()
  const { disputes, decides } = banksOf(till)
  const payment = await till.pays()
  await till.world.pass(overnight)
  till.line.next('refund', 'answer lost')
  till.line.next('whatBecameOf', 'ask lost')
  const refund = await till.undoes(payment)
  expect(refund.status).toBe('refunding')
  const dispute = await disputes(payment)
  await till.world.pass({ minutes: 5 })
  expect(await till.now(refund)).toMatchObject({ status: 'refunded' })
  expect(await till.now(payment)).toMatchObject({ status: 'disputed' })
  expect(await troubles(till)).toHaveLength(1)
  await decides(payment, dispute, 'won')
  expect(await till.now(payment)).toMatchObject({ status: 'refunded' })
})

test('a dispute that comes while the payment is being cancelled waits for the answer', async () => {
  const till = await openTill()
  const { tells, followers } = banksOf(till)
  const payment = await till.pays()
  till.line.next('reverse', 'ask lost')
  till.line.next('whatBecameOf', { outcome: 'pending', reference: 'p-1' }, { outcome: 'pending', reference: 'p-1' })
  await till.undoes(payment)
  await tells({ authorization: payment.key }, { authorization: (await till.pays()).key })
  expect(await till.now(payment)).toMatchObject({ status: 'cancelling' })
  expect(await followers(payment)).toEqual([])
  expect(await count(till, `payments.payments where type = 'chargeback'`)).toBe(1)
  for (let minute = 0; minute < 10; minute++) await till.world.pass({ minutes: 1 })
  expect(await till.now(payment)).toMatchObject({ status: 'cancelled' })
  expect(await followers(payment)).toEqual(['chargeback opened 1000'])
})

async function batchesOf(till: Till) {
  const { app } = till.world
  return app.db.read.selectFrom('payments.batches').selectAll().orderBy('id').execute()
}

const count = async (till: Till, from: string): Promise<number> =>
  Number((await till.world.app.db.run(`select count(*) as count from ${from}`, []))[0]!.count)
