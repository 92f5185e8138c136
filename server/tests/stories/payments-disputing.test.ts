import { expect, test } from 'vitest'
import { disputeEventsForReview } from '#acquiring/disputes'
import { banksOf, losesDispute, winsDispute } from '../world/disputes.ts'
import { longTest } from '../world/length.ts'
import { openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

const overnight = { hours: 24 }
const days = (count: number) => ({ hours: 24 * count })
const merchant = (fixture: PaymentsFixture) => `merchant:${fixture.site.merchantId}` as const
const troubles = async (fixture: PaymentsFixture) =>
  (await disputeEventsForReview(fixture.world.app.db)).map(({ trouble }) => trouble)

test('a cardholder takes a payment back: it is a charge-back, provisionally, and in the end the money is gone', async () => {
  const fixture = await openPaymentsFixture()
  const { followers } = banksOf(fixture)
  const payment = await fixture.pays({ pan: losesDispute })
  await fixture.world.pass(overnight)
  await fixture.world.pass(days(3))
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured' })
  await fixture.world.pass(overnight)
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 1000n } })
  expect(await followers(payment)).toEqual(['chargeback opened 1000'])
  const [chargeback] = await fixture.followersOf(payment)
  expect(chargeback).toMatchObject({
    reversal: { reason: 'fraud' },
    reference: expect.stringMatching(/^dsp_/),
    fee: { minor: 0n },
  })
  expect(await fixture.books()).toEqual({
    'acquirer:settling': 1000n,
    'acquirer:captured': -1000n,
    'acquirer:disputed': 1000n,
    [`${merchant(fixture)}:payable`]: 39n,
    [`${merchant(fixture)}:disputed`]: -1000n,
    'income:fees': -39n,
  })
  await fixture.world.pass(days(10))
  expect(await fixture.now(payment)).toMatchObject({ status: 'chargedBack', chargedBack: { minor: 1000n } })
  expect(await followers(payment)).toEqual(['chargeback lost 1000'])
  expect(await fixture.books()).toEqual({ [`${merchant(fixture)}:payable`]: 39n, 'income:fees': -39n })
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a dispute that is won brings the money back, as a transaction of its own', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays({ pan: winsDispute })
  const before = await fixture.books()
  await fixture.world.pass(days(5))
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
  await fixture.world.pass(days(10))
  expect(await fixture.now(payment)).toMatchObject({
    status: 'captured',
    chargedBack: { minor: 0n },
    refunded: { minor: 0n },
  })
  const [chargeback, representment] = await fixture.followersOf(payment)
  expect(chargeback).toMatchObject({ type: 'chargeback', status: 'won' })
  expect(representment).toMatchObject({
    type: 'representment',
    status: 'represented',
    reference: chargeback!.reference,
  })
  await fixture.world.pass(overnight)
  const { 'acquirer:captured': owed, ...others } = before
  expect(await fixture.books()).toEqual({ ...others, 'acquirer:settling': owed })
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a charge-back is in the batch of its day, below zero, and a representment above', async () => {
  const fixture = await openPaymentsFixture()
  const { disputes, decides } = banksOf(fixture)
  const [first, second] = [await fixture.pays(), await fixture.pays({ amount: '30.00' })]
  const dispute = await disputes(first)
  await fixture.world.pass(overnight)
  await decides(first, dispute, 'won')
  await disputes(second, '4.00')
  await fixture.world.pass(overnight)
  expect(await batchesOf(fixture)).toMatchObject([
    { net_minor: 3000n, payments: 3 },
    { net_minor: 600n, payments: 2 },
  ])
})

test('a part is disputed: what is left can be refunded, and no more', async () => {
  const fixture = await openPaymentsFixture()
  const { disputes, decides, followers } = banksOf(fixture)
  const payment = await fixture.pays()
  await fixture.world.pass(overnight)
  const dispute = await disputes(payment, '4.00')
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 400n } })
  await expect(fixture.reverses(payment, '6.01')).rejects.toMatchObject({
    code: 'payment_charged_back',
    message: expect.stringContaining('At most 6.00 EUR'),
  })
  expect(await fixture.reverses(payment)).toMatchObject({ type: 'refund', status: 'refunded', amount: { minor: 600n } })
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
  await expect(fixture.reverses(payment)).rejects.toMatchObject({ code: 'payment_charged_back' })
  await decides(payment, dispute, 'lost')
  expect(await fixture.now(payment)).toMatchObject({ status: 'chargedBack', refunded: { minor: 600n } })
  expect(await followers(payment)).toEqual(['chargeback lost 400', 'refund refunded 600'])
})

// In small: a program of the merchant receives from the API what is recorded
longTest('a payment that is disputed whole cannot be refunded, and can be again when the dispute is won', async () => {
  const fixture = await openPaymentsFixture()
  const { disputes, decides } = banksOf(fixture)
  const payment = await fixture.pays()
  await fixture.world.pass(overnight)
  const dispute = await disputes(payment)
  await expect(fixture.reverses(payment, '1.00')).rejects.toMatchObject({
    code: 'payment_charged_back',
    kind: 'conflict',
  })
  await expect(fixture.reverses(payment)).rejects.toMatchObject({ kind: 'conflict' })
  await decides(payment, dispute, 'won')
  expect(await fixture.reverses(payment)).toMatchObject({ type: 'refund', status: 'refunded' })
  expect(await fixture.now(payment)).toMatchObject({ status: 'refunded' })
})

// In small: a part is disputed: what is left can be refunded, and no more
longTest(
  'what was refunded and is disputed all the same was returned twice: it is booked, and an operator reviews it',
  async () => {
    const fixture = await openPaymentsFixture()
    const { disputes, decides } = banksOf(fixture)
    const payment = await fixture.pays()
    await fixture.world.pass(overnight)
    await fixture.reverses(payment)
    const dispute = await disputes(payment)
    expect(await fixture.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 1000n } })
    expect(await fixture.books()).toMatchObject({
      'acquirer:captured': -2000n,
      [`${merchant(fixture)}:payable`]: 1025n,
    })
    expect(await troubles(fixture)).toEqual([expect.stringContaining('may have received the money twice')])
    await decides(payment, dispute, 'won')
    expect(await fixture.now(payment)).toMatchObject({ status: 'refunded', chargedBack: { minor: 0n } })
  },
)

test.for([
  ['voided', 'auth'],
  ['cancelled', 'sale'],
] as const)(
  'a payment that was %s and is disputed stays that, and the charge-back is booked',
  async ([status, kind]) => {
    const fixture = await openPaymentsFixture()
    const { sends, followers } = banksOf(fixture)
    const payment = await fixture.reverses(await fixture.pays({ kind }))
    await sends({ authorization: payment.key })
    expect(await fixture.now(payment)).toMatchObject({ status, chargedBack: { minor: 1000n } })
    expect(await followers(payment)).toEqual(['chargeback opened 1000'])
    expect(await troubles(fixture)).toEqual([expect.stringContaining(`is ${status} and had 0.00 left`)])
    await fixture.world.pass(overnight)
    expect(await batchesOf(fixture)).toMatchObject([{ net_minor: -1000n, payments: 1 }])
  },
)

// In small: a dispute that comes while a refund is under way is booked, and the payment is what both leave of it
longTest(
  'two disputes of one payment: it is disputed until both are decided, and one that is lost counts',
  async () => {
    const fixture = await openPaymentsFixture()
    const { disputes, decides } = banksOf(fixture)
    const payment = await fixture.pays()
    const first = await disputes(payment, '3.00')
    const second = await disputes(payment, '5.00')
    await decides(payment, first, 'lost')
    expect(await fixture.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 800n } })
    await decides(payment, second, 'won')
    expect(await fixture.now(payment)).toMatchObject({ status: 'chargedBack', chargedBack: { minor: 300n } })
    const again = await disputes(payment, '5.00')
    expect(await fixture.now(payment)).toMatchObject({ status: 'disputed', chargedBack: { minor: 800n } })
    await decides(payment, again, 'lost')
    expect(await fixture.reverses(payment)).toMatchObject({
      type: 'refund',
      status: 'refunded',
      amount: { minor: 200n },
    })
    expect(await fixture.now(payment)).toMatchObject({ status: 'chargedBack' })
  },
)

test.for([
  ['captured', undefined],
  ['refunded', '6.00'],
] as const)('what was lost is won by arbitration, and the payment is %s again', async ([status, refund]) => {
  const fixture = await openPaymentsFixture()
  const { disputes, decides, followers } = banksOf(fixture)
  const payment = await fixture.pays()
  await fixture.world.pass(overnight)
  if (refund) {
    await fixture.reverses(payment, refund)
    await fixture.reverses(payment, '4.00')
  }
  const dispute = await disputes(payment)
  await decides(payment, dispute, 'lost')
  expect(await fixture.now(payment)).toMatchObject({ status: 'chargedBack' })
  await decides(payment, dispute, 'won')
  expect(await fixture.now(payment)).toMatchObject({ status, chargedBack: { minor: 0n } })
  expect(await followers(payment)).toContain('representment represented 1000')
  expect((await fixture.books())['acquirer:disputed']).toBeUndefined()
})

test('a dispute that comes while a refund is under way is booked, and the payment is what both leave of it', async () => {
  const fixture = await openPaymentsFixture()
  const { disputes, decides } = banksOf(fixture)
  const payment = await fixture.pays()
  await fixture.world.pass(overnight)
  fixture.acquirerProxy.next('refund', 'response lost')
  fixture.acquirerProxy.next('inquire', 'request lost')
  const refund = await fixture.reverses(payment)
  expect(refund.status).toBe('refunding')
  const dispute = await disputes(payment)
  await fixture.world.pass({ minutes: 5 })
  expect(await fixture.now(refund)).toMatchObject({ status: 'refunded' })
  expect(await fixture.now(payment)).toMatchObject({ status: 'disputed' })
  expect(await troubles(fixture)).toHaveLength(1)
  await decides(payment, dispute, 'won')
  expect(await fixture.now(payment)).toMatchObject({ status: 'refunded' })
})

// In small: a dispute that comes while a refund is under way is booked, and the payment is what both leave of it
longTest('a dispute that comes while the payment is being cancelled waits for the answer', async () => {
  const fixture = await openPaymentsFixture()
  const { sends, followers } = banksOf(fixture)
  const payment = await fixture.pays()
  fixture.acquirerProxy.next('reverse', 'request lost')
  fixture.acquirerProxy.next(
    'inquire',
    { outcome: 'pending', reference: 'p-1' },
    { outcome: 'pending', reference: 'p-1' },
  )
  await fixture.reverses(payment)
  await sends({ authorization: payment.key }, { authorization: (await fixture.pays()).key })
  expect(await fixture.now(payment)).toMatchObject({ status: 'cancelling' })
  expect(await followers(payment)).toEqual([])
  expect(await count(fixture, `payments.payments where type = 'chargeback'`)).toBe(1)
  for (let minute = 0; minute < 10; minute++) await fixture.world.pass({ minutes: 1 })
  expect(await fixture.now(payment)).toMatchObject({ status: 'cancelled' })
  expect(await followers(payment)).toEqual(['chargeback opened 1000'])
})

async function batchesOf(fixture: PaymentsFixture) {
  const { app } = fixture.world
  return app.db.read.selectFrom('settlement.batches').selectAll().orderBy('id').execute()
}

const count = async (fixture: PaymentsFixture, from: string): Promise<number> =>
  Number((await fixture.world.app.db.run(`select count(*) as count from ${from}`, []))[0]!.count)
