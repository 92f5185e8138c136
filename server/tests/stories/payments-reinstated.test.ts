import { expect, test } from 'vitest'
import { inquireNow, type Payout, type Refund } from '#acquiring/payments'
import { inquireAboutPayout } from '#acquiring/payouts'
import type { Returned } from '#connectors/acquirer/port.ts'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { operator } from '../world/connected.ts'
import { banksOf } from '../world/disputes.ts'
import { longTest } from '../world/length.ts'
import { openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

const returned: Returned = { outcome: 'returned', reference: 'r-back' }
/** The amount of which the sandbox says, an hour later, that it came back. */
const comesBackBySandbox = '0.09'
const overnight = { hours: 24 }

/** The acquirer says by a message that the money of a refund or a payout has come back. */
const comesBack = (
  { world: { app } }: PaymentsFixture,
  { connector, key }: Pick<Refund | Payout, 'connector' | 'key'>,
) => applyIncomingResult(app, connector, { key, result: returned })

const refundsOf = async (fixture: PaymentsFixture, payment: { id: unknown }) =>
  (await fixture.followersOf(payment as never)).filter((one): one is Refund => one.type === 'refund')

test('a refund that did not arrive comes back once, in its own day, and the payment is refunded again', async () => {
  const fixture = await openPaymentsFixture()
  const { followers } = banksOf(fixture)
  const payment = await fixture.pays()
  await fixture.world.pass(overnight)
  await fixture.reverses(payment, '9.91')
  await fixture.world.pass(overnight)
  const before = await fixture.books()
  await fixture.reverses(payment, comesBackBySandbox)
  await fixture.world.pass(overnight)
  const [, refund] = await refundsOf(fixture, payment)
  expect(await fixture.now(payment)).toMatchObject({ status: 'refunded' })

  expect(await comesBack(fixture, refund!)).toBe(true)
  expect(await comesBack(fixture, refund!)).toBe(true)
  const after = ['refund refunded 991', 'refund returned 9', 'reinstatement reinstated 9']
  expect(await followers(payment)).toEqual(after)
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 991n } })
  await fixture.world.pass(overnight)
  expect(await fixture.books()).toEqual(before)

  await fixture.reverses(payment, comesBackBySandbox)
  expect(await followers(payment)).toEqual([...after, 'refund refunded 9'])
  expect(await fixture.now(payment)).toMatchObject({ status: 'refunded' })
})

// In small: a refund that did not arrive comes back once, in its own day, and the payment is refunded again
longTest(
  'where no message came, an inquiry finds that a refund came back, and any other finds it as it was',
  async () => {
    const fixture = await openPaymentsFixture()
    const { followers } = banksOf(fixture)
    const payment = await fixture.pays()
    await fixture.world.pass(overnight)
    await fixture.reverses(payment, comesBackBySandbox)
    const [refund] = await refundsOf(fixture, payment)
    const { app } = fixture.world
    const inquire = () => inquireNow(app, { by: operator, siteId: refund!.siteId, paymentId: refund!.id })
    expect(await inquire()).toMatchObject({ status: 'refunded' })
    fixture.world.clock.pass({ hours: 1 })
    fixture.acquirerProxy.next('inquire', 'response lost')
    expect(await inquire()).toMatchObject({ status: 'refunded' })
    expect(await inquire()).toMatchObject({ status: 'returned' })
    await expect(inquire()).rejects.toMatchObject({ code: 'payment_not_unresolved' })
    expect(await followers(payment)).toEqual(['refund returned 9', 'reinstatement reinstated 9'])
  },
)

test('a refund that comes back before its result is known was never made, whatever is said of it later', async () => {
  const fixture = await openPaymentsFixture()
  const { followers } = banksOf(fixture)
  const payment = await fixture.pays()
  await fixture.world.pass(overnight)
  fixture.acquirerProxy.next('refund', { outcome: 'pending', reference: 'r-1' })
  await fixture.reverses(payment)
  const [refund] = await refundsOf(fixture, payment)
  expect(await comesBack(fixture, refund!)).toBe(true)
  const { app } = fixture.world
  const late = { key: refund!.key, result: { outcome: 'done', reference: 'r-1' } } as const
  expect(await applyIncomingResult(app, refund!.connector, late)).toBe(false)
  expect(await followers(payment)).toEqual(['refund failed 1000'])
  expect(await fixture.now(payment)).toMatchObject({ status: 'captured', refunded: { minor: 0n } })
})

test('two workers with the same message book one reinstatement', async () => {
  const fixture = await openPaymentsFixture()
  const { followers } = banksOf(fixture)
  const payment = await fixture.pays()
  await fixture.world.pass(overnight)
  await fixture.reverses(payment)
  const [refund] = await refundsOf(fixture, payment)
  const row = await fixture.world.holdRow('payments.payments', payment.id)
  const applying = [1, 2].map(() => comesBack(fixture, refund!))
  await fixture.world.untilWaiting(2)
  await row.release()
  expect(await Promise.all(applying)).toEqual([true, true])
  expect(await followers(payment)).toEqual(['refund returned 1000', 'reinstatement reinstated 1000'])
})

test('a payout that did not arrive comes back, and the merchant is owed it again', async () => {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true })
  const payout = await fixture.paysOut('1.00')
  expect(payout).toMatchObject({ status: 'credited' })
  const owed = async () => Object.entries(await fixture.books()).find(([account]) => account.endsWith('pending'))
  const before = await owed()
  expect(await comesBack(fixture, payout)).toBe(true)
  expect(await comesBack(fixture, payout)).toBe(true)
  expect(await fixture.followersOf(payout as never)).toMatchObject([{ type: 'reinstatement', amount: { minor: 100n } }])
  expect(await owed()).not.toEqual(before)
  await fixture.world.pass(overnight)
})

// In small: a payout that did not arrive comes back, and the merchant is owed it again
longTest('where no message came, an operator asks about a payout, and finds that it came back', async () => {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true })
  const { app, clock } = fixture.world
  const payout = await fixture.paysOut(comesBackBySandbox)
  const asks = () => inquireAboutPayout(app, { by: operator, payout })
  expect(await asks()).toMatchObject({ status: 'credited' })
  clock.pass({ hours: 1 })
  for (const _ of [1, 2]) expect(await asks()).toMatchObject({ status: 'returned' })
  expect(await fixture.followersOf(payout as never)).toMatchObject([{ type: 'reinstatement', amount: { minor: 9n } }])
  await fixture.world.pass(overnight)
  expect((await fixture.acquirerProxy.settlementsSince(undefined)).entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'payout', authorization: payout.key, gross: { currency: 'EUR', minor: -9n } }),
      expect.objectContaining({
        kind: 'reinstatement',
        authorization: payout.key,
        gross: { currency: 'EUR', minor: 9n },
      }),
    ]),
  )
})
