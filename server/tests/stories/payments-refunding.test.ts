import { expect, test } from 'vitest'
import type { Declined } from '#connectors/acquirer/port.ts'
import { longTest, sampled } from '../world/length.ts'
import { openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { priced } from '../world/prices.ts'

const refused: Declined = { outcome: 'declined', reason: 'insufficient_funds', reference: 'r-1', checks: undefined }
/** Past the next cut-off, at midnight in Bucharest. */
const overnight = { hours: 24 }

test('a payment refunded whole before it is settled is cancelled, and the books are as if it had not been', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  const cancelled = await fixture.reverses(payment)
  expect(cancelled).toMatchObject({ id: payment.id, status: 'cancelled', request: undefined, dueAt: undefined })
  expect(await fixture.followersOf(payment)).toEqual([])
  expect(await fixture.books()).toEqual({})
})

// In small: a payment refunded whole before it is settled is cancelled, and the books are as if it had not been
longTest('a capture of a part is cancelled whole too', async () => {
  const fixture = await openPaymentsFixture()
  const captured = await fixture.captures(await fixture.pays({ kind: 'auth' }), '6.00')
  expect(await fixture.reverses(captured, '6.00')).toMatchObject({ status: 'cancelled' })
  expect(await fixture.books()).toEqual({})
})

test('a payment that is settled is refunded: a transaction of its own, and the fixed part of the fee stays ours', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  await fixture.world.pass(overnight)
  const refund = await fixture.reverses(payment)
  expect(refund).toMatchObject({ type: 'refund', status: 'refunded', parentId: payment.id, captured: { minor: 1000n } })
  expect(refund).toMatchObject({ fee: { minor: 14n }, request: undefined, dueAt: undefined })
  expect(refund).toEqual(await fixture.now(refund))
  expect(await fixture.now(payment)).toMatchObject({ status: 'refunded', refunded: { minor: 1000n } })
  expect(await fixture.books()).toEqual({
    'acquirer:captured': -1000n,
    'acquirer:settling': 1000n,
    [`merchant:${fixture.site.merchantId}:payable`]: 25n,
    'income:fees': -25n,
  })
})

test('a part is refunded even before the settlement; what is left can only be refunded from then on', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  const part = await fixture.reverses(payment, '4.00')
  expect(part).toMatchObject({ type: 'refund', status: 'refunded' })
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 400n } })
  expect(await fixture.reverses(payment)).toMatchObject({ type: 'refund', status: 'refunded', amount: { minor: 600n } })
  expect(await fixture.now(payment)).toMatchObject({ status: 'refunded', refunded: { minor: 1000n } })
})

// In small: a part is refunded even before the settlement; what is left can only be refunded from then on
longTest('many small refunds return as much of the fee as one', async () => {
  const fixture = await openPaymentsFixture()
  await priced(fixture.world, fixture.site, { basisPoints: 290, fixedMinor: 30n })
  const payment = await fixture.pays({ amount: '1.00' })
  expect(payment.fee.minor).toBe(32n)
  const backs: bigint[] = []
  for (const amount of ['0.33', '0.33', '0.33', '0.01']) backs.push((await fixture.reverses(payment, amount)).fee.minor)
  expect(backs).toEqual([0n, 1n, 1n, 0n])
  expect(await fixture.now(payment)).toMatchObject({ status: 'refunded' })
  expect((await fixture.books())['income:fees']).toBe(-30n)
})

// In small: a payment costs what the most specific price says that is valid when its money is captured
longTest('the fee goes back at the price it was charged at, not at the price of today', async () => {
  const fixture = await openPaymentsFixture()
  await priced(fixture.world, fixture.site, { basisPoints: 100, fixedMinor: 0n })
  const payment = await fixture.pays({ amount: '20.00' })
  await priced(fixture.world, fixture.site, { basisPoints: 500, fixedMinor: 10n })
  expect(await fixture.reverses(payment, '10.00')).toMatchObject({ fee: { minor: 10n } })
  await fixture.reverses(payment)
  expect((await fixture.books())['income:fees']).toBeUndefined()
})

test('a refund that the acquirer declines says why and is no longer pending', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  fixture.acquirerProxy.next('refund', refused)
  const failed = await fixture.reverses(payment, '4.00')
  expect(failed).toMatchObject({ status: 'failed', declineReason: 'insufficient_funds', captured: { minor: 0n } })
  expect(failed).toMatchObject({ request: undefined, dueAt: undefined })
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 0n } })
  expect(await fixture.reverses(payment)).toMatchObject({ id: payment.id, status: 'cancelled' })
})

test('a cancellation that the acquirer refuses leaves the payment captured, and it can be refunded in parts', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  fixture.acquirerProxy.next('reverse', refused)
  expect(await fixture.reverses(payment)).toMatchObject({ status: 'captured', request: undefined, dueAt: undefined })
  expect(await fixture.orderNow(payment)).toMatchObject({ status: 'complete-ok' })
  expect(await fixture.reverses(payment, '9.99')).toMatchObject({ type: 'refund', status: 'refunded' })
})

// In small: a part is refunded even before the settlement; what is left can only be refunded from then on
longTest('the whole is refunded only when the last part is', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  fixture.acquirerProxy.next('refund', 'request lost')
  const lost = await fixture.reverses(payment, '4.00')
  const done = await fixture.reverses(payment, '6.00')
  expect([lost.status, done.status]).toEqual(['refunding', 'refunded'])
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 1000n } })
  await fixture.world.pass({ minutes: 1 })
  expect(await fixture.now(lost)).toMatchObject({ status: 'refunded' })
  expect(await fixture.now(payment)).toMatchObject({ status: 'refunded' })
})

// In small: a refund that the acquirer declines says why and is no longer pending
longTest('when the last part is declined, its amount can be refunded again', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  fixture.acquirerProxy.next('refund', { outcome: 'pending', reference: 'p-1' })
  const late = await fixture.reverses(payment, '4.00')
  await fixture.reverses(payment, '6.00')
  fixture.acquirerProxy.next('inquire', refused)
  await fixture.world.pass({ minutes: 1 })
  expect(await fixture.now(late)).toMatchObject({ status: 'failed' })
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 600n } })
  expect(await fixture.reverses(payment)).toMatchObject({ status: 'refunded', amount: { minor: 400n } })
})

test.for([
  ['more than was taken', '10.01', 'refund_too_large'],
  ['nothing', '0', 'amount_not_positive'],
] as const)('a refund of %s is refused', async ([, amount, code]) => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  await expect(fixture.reverses(payment, amount)).rejects.toMatchObject({ code })
  expect(await fixture.now(payment)).toEqual(payment)
})

test('what is being refunded cannot be refunded again', async () => {
  const fixture = await openPaymentsFixture()
  const payment = await fixture.pays()
  fixture.acquirerProxy.next('refund', 'response lost')
  await fixture.reverses(payment, '9.00')
  await expect(fixture.reverses(payment, '1.01')).rejects.toMatchObject({ code: 'refund_too_large' })
  await fixture.reverses(payment, '1.00')
  await expect(fixture.reverses(payment)).rejects.toMatchObject({ code: 'nothing_left_to_refund' })
  await fixture.world.pass({ minutes: 1 })
  await expect(fixture.reverses(payment)).rejects.toMatchObject({ code: 'unexpected_payment_status' })
})

test.for(sampled(['failed', 'voided', 'verified', 'cancelled', 'refunded', 'challenging', 'capturing'], 3))(
  'what is %s cannot be refunded',
  async (status) => {
    const fixture = await openPaymentsFixture()
    const payment = await made(fixture, status)
    expect((await fixture.now(payment)).status).toBe(status)
    await expect(fixture.reverses(payment)).rejects.toMatchObject({ kind: 'conflict' })
    expect(await fixture.followersOf(payment)).toHaveLength(status === 'refunded' ? 1 : 0)
  },
)

// In small: a program of the merchant receives from the API what is recorded
longTest('a refund cannot itself be refunded', async () => {
  const fixture = await openPaymentsFixture()
  const refund = await fixture.reverses(await fixture.pays(), '4.00')
  await expect(fixture.reverses(refund)).rejects.toMatchObject({ code: 'unexpected_payment_status' })
  await expect(fixture.captures(refund)).rejects.toMatchObject({ code: 'unexpected_payment_status' })
})

async function made(fixture: PaymentsFixture, status: string) {
  switch (status) {
    case 'failed':
      return fixture.pays({ amount: '0.05' })
    case 'voided':
      return fixture.reverses(await fixture.pays({ kind: 'auth' }))
    case 'verified':
      return fixture.pays({ kind: 'verify', amount: '0', save: true })
    case 'cancelled':
      return fixture.reverses(await fixture.pays())
    case 'refunded': {
      const payment = await fixture.pays()
      await fixture.world.pass(overnight)
      await fixture.reverses(payment)
      return payment
    }
    case 'challenging':
      return fixture.pays({ pan: '5555555555555599', atBrowser: true })
    default: {
      fixture.acquirerProxy.next('capture', 'request lost')
      return fixture.captures(await fixture.pays({ kind: 'auth' }))
    }
  }
}
