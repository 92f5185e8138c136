import { expect, test } from 'vitest'
import { type PriceRule, removePrice, setPrice } from '#acquiring/pricing'
import { by } from '../world/author.ts'
import { longTest } from '../world/length.ts'
import { challengedCard, openPaymentsFixture, type PaymentsFixture } from '../world/payments-fixture.ts'
import { priced } from '../world/prices.ts'

/**
 * The fee of a payment of 100.00 and the rule that it is by; without one it is the standard price. A while after the last
 * change, `verify` knows which rule it must be.
 */
async function paysFor(fixture: PaymentsFixture) {
  fixture.world.clock.pass({ minutes: 2 })
  const { fee, price } = await fixture.pays({ amount: '100.00' })
  return [fee.minor, price?.ruleId]
}

const day = { hours: 24 }

test('a payment costs what the most specific price says that is valid when its money is captured', async () => {
  const fixture = await openPaymentsFixture({ country: 'RO' })
  const { world, site } = fixture
  const { app } = world
  expect(await paysFor(fixture)).toEqual([1_65n, undefined])

  const general = await setPrice(app, { by, rule: { basisPoints: 200, fixedMinor: 0n } })
  expect(await paysFor(fixture)).toEqual([2_00n, general.id])

  const merchant = await setPrice(app, {
    by,
    rule: { merchantId: site.merchantId, basisPoints: 150, fixedMinor: 5n, minimumMinor: 1_60n },
  })
  expect(await paysFor(fixture)).toEqual([1_60n, merchant.id])

  const domestic = await priced(world, site, { region: 'domestic', basisPoints: 90, fixedMinor: 0n })
  const debit = await priced(world, site, { cardType: 'debit', basisPoints: 80, fixedMinor: 0n })
  expect(await paysFor(fixture), 'a Romanian credit card').toEqual([90n, domestic.id])
  const charged = await fixture.pays({ amount: '100.00' })
  expect(charged.price?.facts).toEqual({ cardCountry: 'RO', siteCountry: 'RO', cardType: 'credit' })
  await removePrice(app, { by, id: domestic.id })
  expect(await paysFor(fixture), 'a credit card has the price of the merchant').toEqual([1_60n, merchant.id])

  const { site: other } = await world.merchant()
  expect(other.merchantId).not.toBe(site.merchantId)
  expect((await app.pricing.priceOf(asPaid(other), world.clock.now())).rule?.id).toBe(general.id)
  const mastercard = { ...asPaid(site), card: { brand: 'mastercard', first6: challengedCard.slice(0, 6) } }
  expect((await app.pricing.priceOf(mastercard, world.clock.now())).rule?.id, 'a debit card').toBe(debit.id)
})

const asPaid = ({ merchantId, id: siteId }: PaymentsFixture['site']) =>
  ({ merchantId, siteId, currency: 'EUR', card: { brand: 'visa', first6: '411111' } }) as const

// In small: a payment costs what the most specific price says that is valid when its money is captured
longTest('a later price changes no fee that was taken, and counts from its moment on', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site } = fixture
  const { app, clock } = world
  const first = await priced(world, site, { basisPoints: 100, fixedMinor: 10n })
  const authorized = await fixture.pays({ kind: 'auth', amount: '50.00' })
  expect(authorized).toMatchObject({ fee: { minor: 0n }, price: undefined })
  const captured = await fixture.pays({ amount: '100.00' })
  const validFrom = clock.now().add(day)
  const coming = await priced(world, site, { basisPoints: 300, fixedMinor: 0n, validFrom })
  const mistaken = await priced(world, site, { basisPoints: 999, fixedMinor: 0n, validFrom: validFrom.add(day) })
  expect(await paysFor(fixture), 'not yet').toEqual([1_10n, first.id])

  await world.pass(day)
  expect(await paysFor(fixture)).toEqual([3_00n, coming.id])
  expect(await fixture.captures(authorized, '20.00'), 'the price of the capture').toMatchObject({
    fee: { minor: 60n },
    price: { ruleId: coming.id },
  })
  expect(await fixture.now(captured)).toMatchObject({ fee: { minor: 1_10n }, price: { ruleId: first.id } })
  expect(await fixture.reverses(captured, '50.00'), 'half of its percentage').toMatchObject({ fee: { minor: 50n } })

  const removed = await removePrice(app, { by, id: mistaken.id })
  expect(removed.until, 'never valid').toEqual(removed.validFrom)
  await world.pass(day)
  expect(await paysFor(fixture)).toEqual([3_00n, coming.id])
  await removePrice(app, { by, id: coming.id })
  expect(await paysFor(fixture), 'what it has replaced does not come back').toEqual([1_65n, undefined])
  const refused = (rule: PriceRule) => removePrice(app, { by, id: rule.id })
  await expect(refused(coming)).rejects.toMatchObject({ code: 'price_rule_ended' })
  await expect(refused(first)).rejects.toMatchObject({ code: 'price_rule_ended' })
})

// In small: a payment costs what the most specific price says that is valid when its money is captured
longTest('a price by volume counts what the merchant has captured in the month before', async () => {
  const fixture = await openPaymentsFixture()
  const { world, site } = fixture
  const tier = { currency: 'EUR', fixedMinor: 0n }
  await priced(world, site, { ...tier, basisPoints: 200 })
  const high = await priced(world, site, { ...tier, basisPoints: 100, volumeFromMinor: 200_00n })
  const higher = await priced(world, site, { ...tier, basisPoints: 50, volumeFromMinor: 400_00n })
  expect((await paysFor(fixture))[0]).toBe(2_00n)
  await fixture.reverses(await fixture.pays({ amount: '150.00' }), '100.00')
  expect((await paysFor(fixture))[0], 'the month is not over').toBe(2_00n)
  const comesTo = (moment: string) => world.pass(world.clock.now().until(Temporal.Instant.from(moment)))
  await comesTo('2026-06-01T00:30:00Z')
  expect((await paysFor(fixture))[0], 'a month counts from an hour after its end').toBe(2_00n)
  await comesTo('2026-06-01T01:00:00Z')
  expect(await paysFor(fixture), 'by 350.00 in May; refunds are not deducted').toEqual([1_00n, high.id])
  await fixture.pays({ amount: '150.00' })
  await comesTo('2026-07-01T01:00:00Z')
  const { price, fee } = await fixture.pays({ amount: '100.00' })
  expect([fee.minor, price], 'by 350.00 in June').toEqual([1_00n, { ruleId: high.id, facts: { volume: '35000' } }])
  await fixture.pays({ amount: '300.00' })
  await comesTo('2026-08-01T01:00:00Z')
  expect(await paysFor(fixture), 'by 400.00 in July').toEqual([50n, higher.id])
})
