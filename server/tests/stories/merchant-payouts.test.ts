import { expect, test } from 'vitest'
import {
  addBankAccount,
  balancesOf,
  changeBankAccount,
  changeTerms,
  createPayoutByHand,
  historyOfPayout,
  itemsOfPayout,
  listPayouts,
  makePayoutFile,
  resolvePayoutManually,
} from '#acquiring/merchant-payouts'
import { longTest } from '../world/length.ts'
import { mailOf } from '../world/mail.ts'
import { addAccount, booksOf, ibanEnding, openPaidMerchant, operator, payoutOf } from '../world/merchant-payouts.ts'
import { euros, openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'

/** Each fixture verifies the whole installation at its end. */
const all = async ({ world }: PaymentsFixture) =>
  (
    await listPayouts(world.app.db, { merchantIds: undefined, status: undefined }, { page: 1, size: 100 })
  ).data.toReversed()
const inShort = async (fixture: PaymentsFixture) =>
  (await all(fixture)).map(({ status, amount, scheduledFor }) => [scheduledFor, amount.minor, status])
const balanceOf = async ({ world, site }: PaymentsFixture) => (await balancesOf(world.app, site.merchantId))[0]!

test('what was settled is paid by the schedule, once a day, and the books say where it is', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays } = fixture
  await openPaidMerchant(world, site.merchantId)
  const payment = await pays({ amount: '100.00' })
  const planned = { status: 'planned', at: '2026-05-05T03:00:00.000Z' }
  expect(await payoutOf(fixture, payment)).toEqual(planned)
  expect(await balanceOf(fixture)).toMatchObject({
    payable: euros('98.35'),
    pending: euros('98.35'),
    available: euros('0.00'),
    hindrance: { code: 'nothing_available' },
  })

  // The site closes its day at midnight, and the merchant is paid at six.
  world.clock.set(Temporal.Instant.from('2026-05-05T02:59:00Z'))
  await world.runUntilIdle()
  expect(await balanceOf(fixture)).toMatchObject({ available: euros('98.35'), hindrance: undefined })
  expect(await inShort(fixture)).toEqual([])
  expect(await payoutOf(fixture, payment)).toEqual(planned)
  await world.pass({ minutes: 1 })
  expect(await inShort(fixture)).toEqual([['2026-05-05', 9835n, 'submitted']])
  expect(await booksOf(world, site.merchantId)).toEqual({ payout: '98.35' })

  await pays({ amount: '20.00' })
  await world.pass({ hours: 24 })
  await world.pass({ hours: 6 })
  expect(await inShort(fixture)).toEqual([
    ['2026-05-05', 9835n, 'paid'],
    ['2026-05-06', 1947n, 'submitted'],
  ])
  expect(await booksOf(world, site.merchantId)).toEqual({ 'bank:operating': '98.35', payout: '19.47' })
  // The bank has a connection here; and without one, a file would need an account of ours.
  const { app } = world
  await expect(makePayoutFile(app, { by: operator })).rejects.toMatchObject({ code: 'merchant_payout_to_bank' })
  await expect(makePayoutFile({ ...app, bank: undefined }, { by: operator })).rejects.toMatchObject({
    code: 'payout_debtor_missing',
  })
  const [first] = await all(fixture)
  const at = '2026-05-06T03:00:00.000Z'
  expect(await payoutOf(fixture, payment)).toEqual({ id: String(first!.id), status: 'paid', at })
  const [batch] = await world.query('select id from settlement.batches order by id limit 1')
  expect(await itemsOfPayout(world.app.db, first!.id)).toEqual([
    { kind: 'batch', itemId: 1n, minor: 9835n, batchId: batch!.id },
  ])
  expect((await historyOfPayout(world.app.db, first!.id)).map(({ action, actor }) => [action, actor])).toEqual([
    ['create', 'schedule'],
    ['submit', 'bank'],
    ['pay', 'bank'],
  ])
})

test('nothing is paid that is not there: each reason is said, and new money waits for its days', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays, reverses } = fixture
  const { app } = world
  const { merchantId } = site
  const change = (changes: Parameters<typeof changeTerms>[1]['changes']) =>
    changeTerms(app, { by: operator, merchantId, changes })
  const why = async () => (await balanceOf(fixture)).hindrance?.code
  const payment = await pays({ amount: '100.00' })
  await change({ schedule: 'daily', timeZone: 'Europe/Bucharest', delayDays: 2, minimums: [euros('150.00')] })
  expect(await payoutOf(fixture, payment)).toBeUndefined()
  expect(await why()).toBe('no_bank_account')
  const iban = ibanEnding('3000')
  await addBankAccount(app, { by: operator, merchantId, currency: 'EUR', holderName: 'Crumb', iban })
  expect(await why()).toBe('bank_account_waits')
  // Its batch is closed at midnight, two days later it is available, and is paid at six: not with the next payout.
  expect(await payoutOf(fixture, payment)).toEqual({ status: 'planned', at: '2026-05-07T03:00:00.000Z' })
  await world.pass({ hours: 24 })
  expect(await why()).toBe('nothing_available')
  // No process was there at midnight: it was closed later on that day.
  expect(await payoutOf(fixture, payment)).toEqual({ status: 'planned', at: '2026-05-08T03:00:00.000Z' })
  await world.pass({ hours: 48 })
  expect([await why(), await inShort(fixture)]).toEqual(['below_minimum', []])
  await change({ hold: true })
  expect(await why()).toBe('on_hold')
  expect(await payoutOf(fixture, payment)).toBeUndefined()
  await change({ hold: false, minimums: [euros('98.36')] })
  await reverses(payment)
  expect(await why()).toBe('negative_balance')
  await pays({ amount: '200.00' })
  await world.pass({ hours: 24 })
  await change({ minimums: [euros('0.00')] })
  await world.pass({ hours: 72 })
  // 196.95 + 98.35 - 98.60: of the fee, the percentage was returned.
  expect(await inShort(fixture)).toMatchObject([[expect.any(String), 19670n, 'submitted']])
})

test('two payouts at once never rely on the same money, and a card payout knows what is on its way', async () => {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true })
  const { world, site, pays } = fixture
  const { merchantId } = site
  await openPaidMerchant(world, merchantId, { schedule: 'manual' })
  await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  const byHand = (amount: string | undefined) =>
    createPayoutByHand(world.app, {
      by: operator,
      merchantId,
      currency: 'EUR',
      amount: amount === undefined ? undefined : euros(amount),
    })
  await expect(byHand('98.36')).rejects.toMatchObject({ code: 'merchant_payout_too_large' })
  const held = await world.holdRow('directory.merchants', BigInt(merchantId))
  const both = Promise.allSettled([byHand('60.00'), byHand('60.00')])
  await world.untilWaiting(2)
  await held.release()
  expect((await both).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(byHand('0.00')).rejects.toMatchObject({ code: 'invalid_payout_amount' })
  expect(await byHand(undefined)).toMatchObject({ payout: { amount: euros('38.35'), status: 'created' } })
  await expect(byHand(undefined)).rejects.toMatchObject({ code: 'merchant_payout_hindered' })
  // The 10.00 that the shopper has just paid are all that is left.
  await expect(fixture.paysOut('9.62')).rejects.toMatchObject({ code: 'payout_not_covered' })
})

// In small: two payouts at once never rely on the same money, and a card payout knows what is on its way
longTest('two workers who come to the day of a merchant at once pay it once', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays } = fixture
  const { merchantId } = site
  await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  await openPaidMerchant(world, merchantId)
  world.clock.pass({ hours: 24 })
  const work = world.app.jobs.find(({ name }) => name === 'pay merchants')!
  const held = await world.holdRow('directory.merchants', BigInt(merchantId))
  const both = [work.run(BigInt(merchantId)), work.run(BigInt(merchantId))]
  await world.untilWaiting(2)
  await held.release()
  await Promise.all(both)
  expect(await inShort(fixture)).toEqual([['2026-05-06', 9835n, 'created']])

  // Nor is the day paid again when there is more by then, and a worker died before it had set the next day.
  await pays({ amount: '20.00' })
  await world.query(`update merchant_payouts.terms set due_at = '2026-05-06T03:00:00Z'`)
  world.clock.set(Temporal.Instant.from('2026-05-06T21:30:00Z'))
  await world.runUntilIdle()
  expect(await balanceOf(fixture)).toMatchObject({ available: euros('19.47'), hindrance: undefined })
  expect(await inShort(fixture)).toEqual([['2026-05-06', 9835n, 'submitted']])
  expect(world.logged.filter((line) => line.includes('The payout of this day is made already'))).toHaveLength(1)
})

test('a reserve is held when a batch closes, and released in its order once its days are over', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays } = fixture
  const { merchantId } = site
  await openPaidMerchant(world, merchantId, { reserveBasisPoints: 1_000, reserveDays: 30 })
  await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  expect(await booksOf(world, merchantId)).toEqual({ payout: '88.35', reserve: '10.00' })
  // The days are shortened: what was held before is still released first.
  await changeTerms(world.app, { by: operator, merchantId, changes: { reserveDays: 1 } })
  await pays({ amount: '50.00' })
  for (const days of [1, 28]) await world.pass({ hours: 24 * days })
  expect((await booksOf(world, merchantId)).reserve).toBe('15.00')
  await world.pass({ hours: 48 })
  expect(await booksOf(world, merchantId)).toEqual({ 'bank:operating': '132.40', payout: '15.00' })
  const payouts = await all(fixture)
  const items = await Promise.all(payouts.map(({ id }) => itemsOfPayout(world.app.db, id)))
  expect(items.map((ofOne) => ofOne.map(({ kind, minor }) => [kind, minor]))).toEqual([
    [
      ['batch', 9835n],
      ['reserveHeld', -1000n],
    ],
    [
      ['batch', 4905n],
      ['reserveHeld', -500n],
    ],
    [
      ['reserveReleased', 1000n],
      ['reserveReleased', 500n],
    ],
  ])
})

test('a payout that comes back holds its bank account, and is paid again to another', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays } = fixture
  const { merchantId } = site
  const closed = await openPaidMerchant(world, merchantId, { ending: '0003' })
  const changes = { email: 'finance@crumb.example' }
  await world.app.directory.changeMerchant({ by: operator, merchantId, changes })
  await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  await world.pass({ hours: 30 })
  expect(await inShort(fixture)).toEqual([['2026-05-05', 9835n, 'paid']])
  await world.pass({ hours: 48 })
  expect(await inShort(fixture)).toEqual([['2026-05-05', 9835n, 'returned']])
  expect(await balanceOf(fixture)).toMatchObject({ payable: euros('98.35'), hindrance: { code: 'bank_account_held' } })
  expect(world.logged.filter((line) => line.includes('its bank account is held'))).toHaveLength(1)
  expect(await booksOf(world, merchantId)).toEqual({ payable: '98.35' })
  const [email, ...more] = await mailOf(world, 'finance@crumb.example')
  expect([email?.subject, more]).toEqual(['Your payout of €98.35 came back', []])
  for (const part of ['Bank account: ', 'ending in 0003', 'AC04', 'the money is in your balance again'])
    expect(email?.text).toContain(part)
  const release = { by: operator, merchantId, id: closed.id, action: 'release' } as const
  expect(await changeBankAccount(world.app, release)).toMatchObject({ status: 'active' })
  await expect(changeBankAccount(world.app, release)).rejects.toMatchObject({ code: 'bank_account_state' })

  await addAccount(world, merchantId, '3001')
  await world.pass({ hours: 24 })
  await world.pass({ hours: 30 })
  expect((await inShort(fixture)).at(-1)).toEqual([expect.any(String), 9835n, 'paid'])
  const last = (await all(fixture)).at(-1)!
  expect((await itemsOfPayout(world.app.db, last.id)).map(({ kind, minor }) => [kind, minor])).toEqual([
    ['payoutReturned', 9835n],
  ])
})

test('a request to the bank without a response is never guessed: one transfer is made of it', async () => {
  for (const ending of ['0004', '0005']) {
    const fixture = await openPaymentsFixture()
    const { world, site, pays } = fixture
    await openPaidMerchant(world, site.merchantId, { ending })
    await pays({ amount: '100.00' })
    await world.pass({ hours: 24 })
    const [sent] = await all(fixture)
    expect(sent).toMatchObject({ status: 'submitted', bankReference: undefined })
    await expect(
      resolvePayoutManually(world.app, { by: operator, id: sent!.id, action: 'cancel' }),
    ).rejects.toMatchObject({ code: 'merchant_payout_state' })
    for (const hours of [6, 30]) await world.pass({ hours })
    expect(await inShort(fixture)).toEqual([['2026-05-05', 9835n, 'paid']])
    expect(await world.query('select end_to_end_id from sandbox_bank.transfers')).toEqual([
      { end_to_end_id: sent!.endToEndId },
    ])
  }
})

// In small: a payout that comes back holds its bank account, and is paid again to another
longTest('a payout that was set aside does not leave while its bank account or its merchant is on hold', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays } = fixture
  const { merchantId } = site
  const { id } = await openPaidMerchant(world, merchantId, { schedule: 'manual' })
  await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  const { payout } = await createPayoutByHand(world.app, {
    by: operator,
    merchantId,
    currency: 'EUR',
    amount: undefined,
  })
  const account = (action: 'hold' | 'release') => changeBankAccount(world.app, { by: operator, merchantId, id, action })
  const merchant = (hold: boolean) => changeTerms(world.app, { by: operator, merchantId, changes: { hold } })
  const statusLater = async () => {
    await world.pass({ hours: 6 })
    return (await all(fixture))[0]!.status
  }
  expect(payout).toMatchObject({ status: 'created' })
  await account('hold')
  expect(await statusLater()).toBe('created')
  await merchant(true)
  await account('release')
  expect(await statusLater()).toBe('created')
  await merchant(false)
  expect(await statusLater()).toBe('submitted')
})

test('what the bank refuses is owed again, and says why', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays } = fixture
  await openPaidMerchant(world, site.merchantId, { ending: '0002' })
  await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  const [payout] = await all(fixture)
  expect(payout).toMatchObject({ status: 'failed' })
  expect((await historyOfPayout(world.app.db, payout!.id)).at(-1)).toMatchObject({
    note: 'AC04: the account is closed',
  })
  expect(await booksOf(world, site.merchantId)).toEqual({ payable: '98.35' })
})
