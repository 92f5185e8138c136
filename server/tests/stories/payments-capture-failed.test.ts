import { expect, test } from 'vitest'
import { inquireNow, type Payment, type Refund } from '#acquiring/payments'
import type { IncomingResult } from '#connectors/acquirer/port.ts'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { operator } from '../world/connected.ts'
import { banksOf } from '../world/disputes.ts'
import { longTest } from '../world/length.ts'
import { booksOf, openPaidMerchant } from '../world/merchant-payouts.ts'
import { openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

/** The amount of whose capture the sandbox says, an hour later, that it failed. */
const failsBySandbox = '0.11'
const overnight = { hours: 24 }

const says = (
  { world: { app } }: PaymentsFixture,
  { connector, key }: Pick<Payment, 'connector' | 'key'>,
  result: IncomingResult['result'],
) => applyIncomingResult(app, connector, { key, result })

/** The acquirer says by a message that the capture of a payment has failed. */
const fails = (fixture: PaymentsFixture, payment: Payment) =>
  says(fixture, payment, { outcome: 'failed', request: 'capture', authorization: payment.key, reference: 'r-failed' })

const refundOf = async (fixture: PaymentsFixture, payment: Payment) =>
  (await fixture.followersOf(payment)).find((one): one is Refund => one.type === 'refund')!

test('a capture that failed takes its money back once, with the fee, in the day that it failed on', async () => {
  const fixture = await openPaymentsFixture({
    notificationUrl: 'https://shop.example/notify',
    notifyRepresentments: false,
  })
  const { followers } = banksOf(fixture)
  const before = await fixture.books()
  const payment = await fixture.pays()
  await fixture.world.pass(overnight)
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured', batchId: expect.anything() })

  expect(await fails(fixture, payment)).toBe(true)
  expect(await fails(fixture, payment)).toBe(true)
  const failed = await fixture.now(payment)
  expect(failed).toMatchObject({ status: 'captureFailed', captured: { minor: 1000n }, refunded: { minor: 0n } })
  expect(await followers(payment)).toEqual(['capture-failure captureFailed 1000'])
  await expect(fixture.reverses(payment)).rejects.toMatchObject({ code: 'unexpected_payment_status' })
  await fixture.world.pass(overnight)
  expect(await fixture.books()).toEqual(before)
  expect(await fixture.orderNow(payment)).toMatchObject({ status: 'complete-ok' })
})

// In small: a capture that failed takes its money back once, with the fee, in the day that it failed on
longTest('whatever else comes of a payment, before its capture failed or after it, no fee of it is kept', async () => {
  const fixture = await openPaymentsFixture()
  const { disputes, decides, followers } = banksOf(fixture)
  const before = await fixture.books()

  const refundedFirst = await fixture.pays()
  await fixture.world.pass(overnight)
  await fixture.reverses(refundedFirst, '4.00')
  const early = await refundOf(fixture, refundedFirst)
  await fails(fixture, refundedFirst)
  expect(await says(fixture, early, { outcome: 'returned', reference: 'r-back' })).toBe(true)
  expect(await followers(refundedFirst)).toEqual([
    'refund returned 400',
    'capture-failure captureFailed 1000',
    'reinstatement reinstated 400',
  ])

  const refundedLast = await fixture.pays()
  await fixture.world.pass(overnight)
  fixture.acquirerProxy.next('refund', { outcome: 'pending', reference: 'r-1' })
  await fixture.reverses(refundedLast, '4.00')
  const late = await refundOf(fixture, refundedLast)
  await fails(fixture, refundedLast)
  await says(fixture, late, { outcome: 'done', reference: 'r-1' })
  expect(await refundOf(fixture, refundedLast)).toMatchObject({ status: 'refunded', fee: { minor: 0n } })
  await says(fixture, late, { outcome: 'returned', reference: 'r-back' })

  const disputed = await fixture.pays()
  await fixture.world.pass(overnight)
  const dispute = await disputes(disputed)
  expect(await fixture.now(disputed)).toMatchObject({ status: 'disputed' })
  await fails(fixture, disputed)
  await decides(disputed, dispute, 'won')
  expect(await fixture.now(disputed)).toMatchObject({ status: 'captureFailed', chargedBack: { minor: 0n } })

  const refundedWhole = await fixture.pays()
  await fixture.world.pass(overnight)
  await fixture.reverses(refundedWhole)
  await fails(fixture, refundedWhole)
  await says(fixture, await refundOf(fixture, refundedWhole), { outcome: 'returned', reference: 'r-back' })

  await fixture.world.pass(overnight)
  expect(await fixture.books()).toEqual(before)
})

// In small: a capture that failed takes its money back once, with the fee, in the day that it failed on
longTest('the sandbox plays it, an inquiry finds it, and any other inquiry finds the payment as it was', async () => {
  const fixture = await openPaymentsFixture()
  const { followers } = banksOf(fixture)
  const { app } = fixture.world
  const payment = await fixture.pays({ kind: 'auth', amount: '1.00' })
  await fixture.captures(payment, failsBySandbox)
  const inquire = () => inquireNow(app, { by: operator, siteId: payment.siteId, paymentId: payment.id })
  expect(await inquire()).toMatchObject({ status: 'captured' })
  fixture.world.clock.pass({ hours: 1 })
  fixture.acquirerProxy.next('inquire', 'response lost')
  expect(await inquire()).toMatchObject({ status: 'captured' })
  expect(await inquire()).toMatchObject({ status: 'captureFailed' })
  await expect(inquire()).rejects.toMatchObject({ code: 'payment_not_unresolved' })
  expect(await followers(payment)).toEqual(['capture-failure captureFailed 11'])

  // Before its result was known it was never captured, whatever is said of it later.
  const held = await fixture.pays({ kind: 'auth' })
  fixture.acquirerProxy.next('capture', { outcome: 'pending', reference: 'r-1' })
  const capturing = await fixture.captures(held)
  const { key } = capturing.request!
  const failure = { outcome: 'failed', request: 'capture', authorization: held.key, reference: 'r-1' } as const
  expect(await says(fixture, { ...held, key }, failure)).toBe(true)
  expect(await says(fixture, { ...held, key }, { outcome: 'done', reference: 'r-1' })).toBe(false)
  expect(await fixture.now(held)).toMatchObject({ status: 'authorized' })

  // While a cancellation is under way, there is nothing left to cancel.
  const sold = await fixture.pays()
  fixture.acquirerProxy.next('reverse', { outcome: 'pending', reference: 'r-2' })
  const cancelling = (await fixture.reverses(sold)) as Payment
  expect(cancelling).toMatchObject({ status: 'cancelling' })
  await fails(fixture, sold)
  expect(await says(fixture, { ...sold, key: cancelling.request!.key }, { outcome: 'done', reference: 'r-2' })).toBe(
    false,
  )
  expect(await followers(sold)).toEqual(['capture-failure captureFailed 1000'])

  // And what was cancelled has no money that could fail.
  const cancelled = await fixture.pays()
  await fixture.reverses(cancelled)
  expect(await fails(fixture, cancelled)).toBe(true)
  expect(await fixture.now(cancelled)).toMatchObject({ status: 'cancelled' })
  expect(await followers(cancelled)).toEqual([])
})

// In small: a capture that failed takes its money back once, with the fee, in the day that it failed on
longTest('what was paid out already is owed by the merchant, and the next payout is less by it', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site } = fixture
  await openPaidMerchant(world, site.merchantId)
  const payment = await fixture.pays({ amount: '100.00' })
  const payouts = () => world.query('select minor, status from merchant_payouts.payouts order by id')
  await world.pass(overnight)
  await world.pass(overnight)
  expect(await payouts()).toEqual([{ minor: 9835n, status: 'paid' }])

  await fails(fixture, payment)
  expect(await booksOf(world, site.merchantId)).toMatchObject({ payable: '-98.35' })
  await world.pass(overnight)
  await world.pass(overnight)
  expect(await payouts()).toHaveLength(1)
  await fixture.pays({ amount: '120.00' })
  await world.pass(overnight)
  await world.pass(overnight)
  expect(await payouts()).toEqual([
    { minor: 9835n, status: 'paid' },
    { minor: 1972n, status: 'paid' },
  ])
})

// In small: two workers with the same message book one reinstatement
longTest('two workers with the same message, and a refund at that moment, book one capture failure', async () => {
  const fixture = await openPaymentsFixture()
  const { followers } = banksOf(fixture)
  const payment = await fixture.pays()
  await fixture.world.pass(overnight)
  const row = await fixture.world.holdRow('payments.payments', payment.id)
  const applying = [fails(fixture, payment), fails(fixture, payment)]
  await fixture.world.untilWaiting(2)
  await row.release()
  expect(await Promise.all(applying)).toEqual([true, true])
  expect(await followers(payment)).toEqual(['capture-failure captureFailed 1000'])

  const other = await fixture.pays()
  await fixture.world.pass(overnight)
  const held = await fixture.world.holdRow('payments.payments', other.id)
  const both = Promise.allSettled([fixture.reverses(other, '3.00'), fails(fixture, other)])
  await fixture.world.untilWaiting(2)
  await held.release()
  const [refund, failure] = await both
  expect(failure).toMatchObject({ status: 'fulfilled', value: true })
  const isRefunded = refund.status === 'fulfilled'
  expect(await followers(other)).toEqual([
    ...(isRefunded ? ['refund refunded 300'] : []),
    'capture-failure captureFailed 1000',
  ])
})
