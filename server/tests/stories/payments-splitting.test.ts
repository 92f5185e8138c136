import { expect, test } from 'vitest'
import type { Payment } from '#acquiring/payments'
import type { Split, TransactionOption } from '#acquiring/terms'
import type { Declined } from '#connectors/acquirer/port.ts'
import { isAuthorization } from '#connectors/acquirer/sandbox/record.ts'
import type { Site } from '#core/directory'
import { owedAccounts } from '#core/ledger'
import { availableForPayouts } from '../../src/acquiring/payouts/available-for-payouts.ts'
import { applyIncomingResult } from '../../src/app/incoming-result.ts'
import { banksOf } from '../world/disputes.ts'
import { longTest } from '../world/length.ts'
import { euros, openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { priced } from '../world/prices.ts'

/** Past the next cut-off, at midnight in Bucharest. */
const overnight = { hours: 24 }
const noFee = { basisPoints: 0, fixedMinor: 0n }
const refused: Declined = { outcome: 'declined', reason: 'insufficient_funds', reference: 'r-1', checks: undefined }

/** The fixture's site with two others, of other merchants, that accept shares from it. */
async function openMarket(price = noFee) {
  const fixture = await openPaymentsFixture()
  await priced(fixture.world, fixture.site, price)
  const accepting = { acceptsSplitsFrom: [fixture.site.id] }
  const { site: hotel } = await fixture.world.merchant(accepting)
  const { site: guide } = await fixture.world.merchant(accepting)
  return { ...fixture, hotel, guide, owed: (site: Site) => owedTo(fixture, site) }
}

/** What a merchant is owed, in cents; below zero it owes. */
const owedTo = async (fixture: PaymentsFixture, { merchantId }: Site): Promise<bigint> => {
  const books = await fixture.books()
  return owedAccounts(merchantId).reduce((sum, account) => sum - (books[account] ?? 0n), 0n)
}

const share = ({ id }: Site, amount: string, splits: readonly Split[] = []): Split => ({
  toSite: id,
  amount: euros(amount),
  description: undefined,
  splits,
})
const split = (...splits: readonly Split[]): { option: TransactionOption } => ({
  option: { splits, subMerchantId: undefined },
})

test('a split payment is booked to each merchant, shares of shares too, and the site of the order bears the fee', async () => {
  const market = await openMarket({ basisPoints: 200, fixedMinor: 25n })
  const { hotel, guide } = market
  const payment = await market.pays({ amount: '100.00', ...split(share(hotel, '60.00', [share(guide, '20.00')])) })
  expect(payment).toMatchObject({ status: 'captured', fee: { minor: 225n } })
  expect(await market.books()).toEqual({
    'acquirer:captured': 100_00n,
    [`merchant:${market.site.merchantId}:pending`]: -(40_00n - 2_25n),
    [`merchant:${hotel.merchantId}:pending`]: -40_00n,
    [`merchant:${guide.merchantId}:pending`]: -20_00n,
    'income:fees': -2_25n,
  })
})

test('nothing is booked before the capture, and a capture of a part is shared in proportion: the last takes the rounding', async () => {
  const market = await openMarket()
  const { hotel, guide, site } = market
  const shares = split(share(hotel, '33.33'), share(guide, '33.34'))
  const payment = await market.pays({ kind: 'auth', amount: '100.00', ...shares })
  expect(await market.books()).toEqual({})
  await market.captures(payment, '50.01')
  expect(await Promise.all([hotel, guide, site].map(market.owed))).toEqual([16_66n, 16_68n, 16_67n])
})

test('refunds return the shares in proportion, to the last cent and no further', async () => {
  const market = await openMarket()
  const { hotel, guide, site } = market
  const payment = await market.pays({ amount: '10.00', ...split(share(hotel, '3.33'), share(guide, '3.33')) })
  await market.world.pass(overnight)
  for (const amount of ['0.01', '3.33', '1.66']) await market.reverses(payment, amount)
  expect(await Promise.all([hotel, guide, site].map(market.owed))).toEqual([1_67n, 1_66n, 1_67n])
  await market.reverses(payment)
  expect(await Promise.all([hotel, guide, site].map(market.owed))).toEqual([0n, 0n, 0n])
})

test('a refund that the acquirer declines takes nothing of any share, and the next one takes it whole', async () => {
  const market = await openMarket()
  const payment = await market.pays({ amount: '10.00', ...split(share(market.hotel, '6.00')) })
  await market.world.pass(overnight)
  market.acquirerProxy.next('refund', refused)
  await market.reverses(payment, '5.00')
  expect(await market.owed(market.hotel)).toBe(6_00n)
  await market.reverses(payment)
  expect(await market.owed(market.hotel)).toBe(0n)
})

// In small: a refund that the acquirer declines takes nothing of any share, and the next one takes it whole
longTest('a refund that came back brings the shares back as it took them', async () => {
  const market = await openMarket({ basisPoints: 200, fixedMinor: 0n })
  const { hotel, guide, site } = market
  const payment = await market.pays({ amount: '10.00', ...split(share(hotel, '3.33'), share(guide, '3.33')) })
  await market.world.pass(overnight)
  const before = await Promise.all([hotel, guide, site].map(market.owed))
  const refund = await market.reverses(payment, '1.66')
  const result = { outcome: 'returned', reference: 'r-1' } as const
  await applyIncomingResult(market.world.app, refund.connector, { key: refund.key, result })
  expect(await Promise.all([hotel, guide, site].map(market.owed))).toEqual(before)
  await market.reverses(payment, '3.33')
  expect(await market.owed(hotel)).toBe(2_23n)
})

test('a capture that failed takes what is left of the shares, and the fee, and the rest of the order’s site', async () => {
  const market = await openMarket({ basisPoints: 200, fixedMinor: 0n })
  const { hotel, guide, site } = market
  const before = await market.books()
  const fails = ({ connector, key }: Payment) => {
    const result = { outcome: 'failed', request: 'capture', authorization: key, reference: 'r-failed' } as const
    return applyIncomingResult(market.world.app, connector, { key, result })
  }
  const sharesOfShares = split(share(hotel, '6.00', [share(guide, '2.00')]))
  const whole = await market.pays({ amount: '10.00', ...sharesOfShares })
  const refunded = await market.pays({ amount: '10.00', ...split(share(hotel, '3.33'), share(guide, '3.33')) })
  await market.world.pass(overnight)
  const refund = await market.reverses(refunded, '1.66')
  for (const payment of [whole, refunded]) expect(await fails(payment)).toBe(true)
  expect(await Promise.all([hotel, guide, site].map(market.owed))).toEqual([0n, 0n, -1_66n])
  const result = { outcome: 'returned', reference: 'r-1' } as const
  await applyIncomingResult(market.world.app, refund.connector, { key: refund.key, result })
  await market.world.pass(overnight)
  expect(await market.books()).toEqual(before)
})

// In small: ${refunds} partial refunds at the same moment give as many orderly answers, and refund what there is
longTest('twelve refunds at once return each cent of the shares once', async () => {
  const market = await openMarket()
  const payment = await market.pays({
    amount: '10.00',
    ...split(share(market.hotel, '6.01'), share(market.guide, '3.99')),
  })
  await market.world.pass(overnight)
  await Promise.all(Array.from({ length: 12 }, () => market.reverses(payment, '0.83')))
  await market.reverses(payment)
  expect(await Promise.all([market.hotel, market.guide].map(market.owed))).toEqual([0n, 0n])
})

// In small: of a payment that was not captured, or was cancelled, no share has anything to return
longTest('a cancellation before settlement leaves the books as if the payment had not been', async () => {
  const market = await openMarket()
  const payment = await market.pays({ kind: 'auth', amount: '10.00', ...split(share(market.hotel, '6.00')) })
  await market.captures(payment, '7.77')
  expect(await market.reverses(payment)).toMatchObject({ status: 'cancelled' })
  expect(await market.books()).toEqual({})
})

test('a chargeback sets the shares aside, a representment brings them back, and a lost one takes them', async () => {
  const market = await openMarket()
  const { hotel, site } = market
  const bank = banksOf(market)
  const payment = await market.pays({ amount: '10.00', ...split(share(hotel, '6.00')) })
  const dispute = await bank.disputes(payment)
  const books = await market.books()
  expect(books[`merchant:${hotel.merchantId}:disputed`]).toBe(-6_00n)
  expect(books[`merchant:${site.merchantId}:disputed`]).toBe(-4_00n)
  await bank.decides(payment, dispute, 'won')
  expect(await Promise.all([hotel, site].map(market.owed))).toEqual([6_00n, 4_00n])
  const again = await bank.disputes(payment, '5.00')
  await bank.decides(payment, again, 'lost')
  expect(await Promise.all([hotel, site].map(market.owed))).toEqual([3_00n, 2_00n])
})

// In small: a chargeback sets the shares aside, a representment brings them back, and a lost one takes them
longTest(
  'a bank that charges back more than is left takes what the shares have left, and the rest of the order’s site',
  async () => {
    const market = await openMarket()
    const { hotel, site } = market
    const payment = await market.pays({ amount: '10.00', ...split(share(hotel, '6.00')) })
    await market.world.pass(overnight)
    await market.reverses(payment, '5.00')
    await banksOf(market).disputes(payment)
    expect(await Promise.all([hotel, site].map(market.owed))).toEqual([0n, -5_00n])
  },
)

test('a share counts for the payouts of its merchant, less what refunds under way will take of it', async () => {
  const market = await openMarket()
  const { hotel, world } = market
  const available = async () =>
    (
      await availableForPayouts(world.app.db, {
        merchantId: hotel.merchantId,
        currency: 'EUR',
        now: world.clock.now(),
      })
    ).minor
  const payment = await market.pays({ amount: '10.00', ...split(share(hotel, '6.00')) })
  await market.world.pass(overnight)
  expect(await available()).toBe(6_00n)
  market.acquirerProxy.next('refund', 'request lost')
  await market.reverses(payment, '5.00')
  expect(await available()).toBe(3_00n)
  await market.world.pass({ minutes: 5 })
  expect(await available()).toBe(3_00n)
})

// In small: a sub-merchant and level 3 data go to the acquirer, and come back in the records
longTest('the sub-merchant and level 3 data reach the acquirer', async () => {
  const fixture = await openPaymentsFixture()
  const level3 = { type: 'airline', ticketNumber: '8V32EU' } as const
  const payment = await fixture.pays({ level3, option: { splits: [], subMerchantId: 'baker-7' } })
  const [entry] = await fixture.record.story(payment.key)
  expect(entry && isAuthorization(entry) && entry).toMatchObject({ level3, subMerchantId: 'baker-7' })
})
