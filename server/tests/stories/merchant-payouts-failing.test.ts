import { expect, test, vi } from 'vitest'
import { addBankAccount, balancesOf, createPayoutByHand, listPayouts } from '#acquiring/merchant-payouts'
import { parseMoney } from '#kernel/base/money.ts'
import { ibanEnding, openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { euros, openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { counting, scrape } from '../world/scrape.ts'

/** What an unsettled payment takes is taken at once, and a currency that cannot be paid keeps no other. */

const paid = async ({ world }: PaymentsFixture) =>
  (await listPayouts(world.app.db, { merchantIds: undefined, status: undefined }, { page: 1, size: 100 })).data
    .map(({ scheduledFor, amount }) => `${scheduledFor} ${amount.minor} ${amount.currency}`)
    .toSorted()
const balanceIn = async ({ world, site }: PaymentsFixture, currency: string) =>
  (await balancesOf(world.app, site.merchantId)).find(({ payable }) => payable.currency === currency)!

/** A merchant that is paid daily in two currencies, in which something was settled. */
async function openTwoCurrencies({
  delayDays = 0,
  ...parts
}: {
  delayDays?: number
  environment?: Record<string, string>
} = {}) {
  const fixture = await openPaymentsFixture({}, parts)
  const { world, site, pays } = fixture
  const { merchantId } = site
  await openPaidMerchant(world, merchantId, { delayDays })
  const atOnce = { ...world.app, bankAccountWait: Temporal.Duration.from('PT0S') }
  const lei = {
    by: operator,
    merchantId,
    currency: 'RON',
    holderName: 'Crumb & Co.',
    iban: ibanEnding('3001'),
  } as const
  await addBankAccount(atOnce, lei)
  await pays({ amount: '100.00' })
  await fixture.tries(await fixture.order({ amount: parseMoney('500.00', 'RON')! }))
  return fixture
}

test('a payment that costs more than it brings is taken from what is available, and both currencies are paid', async () => {
  const fixture = await openTwoCurrencies({ delayDays: 2 })
  const { world, site, pays } = fixture
  const { site: hotel } = await world.merchant({ acceptsSplitsFrom: [site.id] })
  const wholly = { toSite: hotel.id, amount: euros('200.00'), description: undefined, splits: [] }
  await world.pass({ hours: 24 })
  for (let day = 0; day < 6; day++) {
    await pays({ amount: '200.00', option: { splits: [wholly], subMerchantId: undefined } })
    // On the third day the first money is available, less what two payments have cost since.
    if (day === 1)
      expect(await balanceIn(fixture, 'EUR')).toMatchObject({ payable: euros('92.25'), available: euros('0.00') })
    await world.pass({ hours: 24 })
  }
  expect(await paid(fixture)).toEqual(['2026-05-07 49275 RON', '2026-05-07 9225 EUR'])
  expect(await balanceIn(fixture, 'EUR')).toMatchObject({
    payable: { minor: -1220n },
    pending: euros('0.00'),
    hindrance: { code: 'negative_balance' },
  })
})

test('one small sale that costs more than it brings keeps no payout by hand', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays } = fixture
  await openPaidMerchant(world, site.merchantId, { schedule: 'manual' })
  await pays({ amount: '100.00' })
  await world.pass({ hours: 24 })
  await pays({ amount: '0.20' })
  expect(await balanceIn(fixture, 'EUR')).toMatchObject({ payable: euros('98.30'), available: euros('98.30') })
  const by = { ...operator, reason: 'asked for by phone' }
  await createPayoutByHand(world.app, { by, merchantId: site.merchantId, currency: 'EUR', amount: undefined })
  expect(await paid(fixture)).toEqual(['undefined 9830 EUR'])
})

test('a currency whose payout fails keeps no other, is named with the merchant, and is tried again', async () => {
  const fixture = await openTwoCurrencies({ environment: counting })
  const { world } = fixture
  const { db } = world.app
  const locked = db.locked.bind(db)
  let isBroken = true
  vi.spyOn(db, 'locked').mockImplementation((locks, options, work) => {
    if (isBroken && options.name === 'create-payout') {
      isBroken = false
      return Promise.reject(new TypeError('a bug'))
    }
    return locked(locks, options, work)
  })
  const failing = async () => (await scrape(world.app)).of('florin_merchant_payouts_failing', {})
  world.clock.set(Temporal.Instant.from('2026-05-05T03:00:00Z'))
  await world.runUntilIdle()

  expect(await paid(fixture)).toEqual(['2026-05-05 49275 RON'])
  expect(await balanceIn(fixture, 'EUR')).toMatchObject({ hindrance: { code: 'schedule_failed' } })
  expect(await balanceIn(fixture, 'RON')).toMatchObject({ hindrance: { code: 'nothing_available' } })
  expect(await failing()).toBe(1)

  await world.pass({ hours: 1 })
  expect(await paid(fixture)).toEqual(['2026-05-05 49275 RON', '2026-05-05 9835 EUR'])
  expect(await balanceIn(fixture, 'EUR')).toMatchObject({ hindrance: { code: 'nothing_available' } })
  expect(await failing()).toBe(0)
})
