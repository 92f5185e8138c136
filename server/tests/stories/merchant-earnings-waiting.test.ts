import { expect, test } from 'vitest'
import { balancesOf, changeTerms, createPayoutByHand, listPayouts } from '#acquiring/merchant-payouts'
import type { Site } from '#core/directory'
import { newCustomer, openApi, orders, typedCard } from '../world/api.ts'
import { banksOf } from '../world/disputes.ts'
import { booksOf, openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { euros, openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { priced } from '../world/prices.ts'
import { openTopups } from '../world/topups.ts'
import { createWorld } from '../world/world.ts'

/** What a merchant must wait for is a balance of its own: what takes it takes it once. */

const balanceOf = async ({ world, site }: PaymentsFixture) => (await balancesOf(world.app, site.merchantId))[0]!
const day = { hours: 24 }
const without = { basisPoints: 0, fixedMinor: 0n }
const sharedWith = ({ id }: Site, amount: string) => ({
  option: {
    splits: [{ toSite: id, amount: euros(amount), description: undefined, splits: [] }],
    subMerchantId: undefined,
  },
})

/** A merchant with 100.00 that have waited for its days, less a reserve. */
async function openWaiting(terms: Parameters<typeof openPaidMerchant>[2]) {
  const fixture = await openPaymentsFixture()
  const { world, site, pays } = fixture
  await priced(world, site, without)
  await openPaidMerchant(world, site.merchantId, { schedule: 'manual', delayDays: 7, ...terms })
  await pays({ amount: '100.00' })
  for (let days = 0; days <= 7; days++) await world.pass(day)
  return fixture
}

test('a reserve that is held of new money takes nothing of old money', async () => {
  const fixture = await openWaiting({ reserveBasisPoints: 1000, reserveDays: 180 })
  const { world, site, pays } = fixture
  expect(await balanceOf(fixture)).toMatchObject({ available: euros('90.00'), pending: euros('0.00') })
  await pays({ amount: '800.00' })
  await world.pass(day)
  expect(await booksOf(world, site.merchantId)).toEqual({ payable: '90.00', pending: '720.00', reserve: '90.00' })
  expect(await balanceOf(fixture)).toMatchObject({
    payable: euros('810.00'),
    available: euros('90.00'),
    pending: euros('720.00'),
  })
})

test('what goes out of a payment that waits leaves what is available alone, before and after its batch is closed', async () => {
  const fixture = await openWaiting({ reserveBasisPoints: 1000, reserveDays: 180 })
  const { world, site, pays, reverses } = fixture
  const { site: hotel } = await world.merchant({ acceptsSplitsFrom: [site.id] })
  const books = (of: Site = site) => booksOf(world, of.merchantId)
  const cancelled = await pays({ amount: '40.00', ...sharedWith(hotel, '10.00') })
  expect([await books(), await books(hotel)]).toEqual([
    { payable: '90.00', pending: '30.00', reserve: '10.00' },
    { pending: '10.00' },
  ])
  await reverses(cancelled)
  expect([await books(), await books(hotel)]).toEqual([{ payable: '90.00', reserve: '10.00' }, {}])

  const payment = await pays({ amount: '40.00', ...sharedWith(hotel, '10.00') })
  const other = await pays({ amount: '60.00' })
  await reverses(payment, '20.00')
  expect([await books(), await books(hotel)]).toEqual([
    { payable: '90.00', pending: '75.00', reserve: '10.00' },
    { pending: '5.00' },
  ])
  await world.pass(day)
  // A tenth of 90.00 is held. The hotel waits for nothing.
  expect([await books(), await books(hotel)]).toEqual([
    { payable: '90.00', pending: '66.00', reserve: '19.00' },
    { payable: '5.00' },
  ])
  await reverses(payment, '10.00')
  await banksOf(fixture).disputes(other)
  // The reserve has taken 9.00 of the batch, so that the last 1.50 are taken of what is available.
  expect([await books(), await books(hotel)]).toEqual([
    { disputed: '60.00', payable: '88.50', reserve: '19.00' },
    { payable: '2.50' },
  ])
})

test('a chargeback that is won comes back to wait anew', async () => {
  const fixture = await openWaiting({})
  const { world, site, pays } = fixture
  const payment = await pays({ amount: '30.00' })
  const { disputes, decides } = banksOf(fixture)
  await world.pass(day)
  const dispute = await disputes(payment)
  expect(await booksOf(world, site.merchantId)).toEqual({ payable: '100.00', disputed: '30.00' })
  await decides(payment, dispute, 'won')
  expect(await booksOf(world, site.merchantId)).toEqual({ payable: '100.00', pending: '30.00' })
  for (let days = 0; days < 8; days++) await world.pass(day)
  expect(await booksOf(world, site.merchantId)).toEqual({ payable: '130.00' })
})

test('payouts to cards wait as payouts to the bank account do, and stop when those are on hold', async () => {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true })
  const { world, site, pays } = fixture
  const { merchantId } = site
  await priced(world, site, without)
  const change = (changes: Parameters<typeof changeTerms>[1]['changes']) =>
    changeTerms(world.app, { by: operator, merchantId, changes })
  const refused = { code: 'payout_not_covered' }
  await pays({ amount: '100.00' })
  // Whose terms hold nothing back pays out of the day's sales.
  await fixture.paysOut('50.00')
  await change({ delayDays: 1 })
  await expect(fixture.paysOut('1.00')).rejects.toMatchObject(refused)
  await change({ delayDays: 0, reserveBasisPoints: 5000, reserveDays: 180 })
  await expect(fixture.paysOut('1.00')).rejects.toMatchObject(refused)
  await world.pass(day)
  // Of 130.00 that were captured half is held; 50.00 went out, and 10.00 more of each customer before are not settled.
  const { available } = await balanceOf(fixture)
  expect(available).toEqual(euros('15.00'))
  await change({ hold: true })
  await expect(fixture.paysOut('1.00')).rejects.toMatchObject(refused)
  await change({ hold: false })
  await fixture.paysOut('15.00')
  await expect(fixture.paysOut('0.01')).rejects.toMatchObject(refused)
})

test('a merchant whose site takes topups is paid for its sales', async () => {
  await using world = await createWorld({})
  const topups = await openTopups(world)
  const { merchantId } = topups.store.site
  await openPaidMerchant(world, merchantId, { schedule: 'daily', delayDays: 2 })
  const holder = await topups.holder()
  const client = (await openApi(world)).client(topups.store.privateKey)
  const customer = await newCustomer(client)
  for (let sale = 0; sale < 3; sale++) await orders(client, customer, { ...typedCard, amount: '20.00' })
  for (let days = 0; days < 4; days++) {
    await holder.topsUp('40.00')
    await world.pass(day)
  }
  const { data } = await listPayouts(
    world.app.db,
    { merchantIds: [merchantId], status: undefined },
    { page: 1, size: 9 },
  )
  // Three sales less their fees, less the fees of the topups until then, which are the merchant's.
  expect(data.map(({ amount }) => amount)).toEqual([euros('55.98')])
  expect((await world.verify()).differences).toEqual([])
})

test('a payout does not wait for a worker that releases, and takes nothing that still waits', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site, pays } = fixture
  const { merchantId } = site
  await priced(world, site, without)
  await openPaidMerchant(world, merchantId, { schedule: 'manual', delayDays: 1 })
  await pays({ amount: '60.00' })
  await world.pass(day)
  const pay = () => createPayoutByHand(world.app, { by: operator, merchantId, currency: 'EUR', amount: undefined })
  await expect(pay()).rejects.toMatchObject({ code: 'merchant_payout_hindered' })
  world.clock.set(world.clock.now().add({ hours: 24 }))
  expect(await pay()).toMatchObject({ payout: { amount: euros('60.00') } })
  await world.runUntilIdle()
  expect(await booksOf(world, merchantId)).toMatchObject({ payout: '60.00' })
})

test('a payment that is shared whole waits for the merchant of the share again after its dispute is won', async () => {
  const fixture = await openWaiting({})
  const { world, site, pays } = fixture
  const { site: hotel } = await world.merchant({ acceptsSplitsFrom: [site.id] })
  await openPaidMerchant(world, hotel.merchantId, { schedule: 'manual', delayDays: 7 })
  const payment = await pays({ amount: '40.00', ...sharedWith(hotel, '40.00') })
  const bank = banksOf(fixture)
  const dispute = await bank.disputes(payment)
  await bank.decides(payment, dispute, 'won')
  expect(await booksOf(world, hotel.merchantId)).toEqual({ pending: '40.00' })
  for (let days = 0; days <= 7; days++) await world.pass(day)
  expect(await booksOf(world, hotel.merchantId)).toEqual({ payable: '40.00' })
})
