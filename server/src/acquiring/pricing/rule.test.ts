import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MerchantId, SiteId } from '#core/directory'
import { money } from '#kernel/base/money.ts'
import { regionOf } from './region.ts'
import { feeOf, fits, isValidAt, mayFit, mostSpecific, type PriceRule, type PriceRuleId } from './rule.ts'
import { volumeMonthOf } from './volume-month.ts'

const moment = Temporal.Instant.from('2026-05-04T10:00:00Z')
const merchantId = 101 as MerchantId
const siteId = 10_001 as SiteId
const payment = { merchantId, siteId, currency: 'EUR', card: { brand: 'visa', first6: '411111' } } as const

const rule = (id: number, given: Partial<PriceRule> = {}): PriceRule => ({
  id: BigInt(id) as PriceRuleId,
  merchantId: undefined,
  siteId: undefined,
  brand: undefined,
  region: undefined,
  cardType: undefined,
  currency: undefined,
  volumeFromMinor: undefined,
  basisPoints: 140,
  fixedMinor: 25n,
  minimumMinor: 0n,
  validFrom: moment,
  until: undefined,
  createdAt: moment,
  ...given,
})

test.each<[string, captured: bigint, price: Partial<PriceRule>, fee: bigint]>([
  ['a percentage and a fixed part', 100_00n, {}, 1_65n],
  ['the percentage is rounded down, for the merchant', 99n, { fixedMinor: 0n }, 1n],
  ['at least the minimum', 1_00n, { minimumMinor: 50n }, 50n],
  ['a minimum that the rest exceeds is nothing', 100_00n, { minimumMinor: 50n }, 1_65n],
  ['nothing', 100_00n, { basisPoints: 0, fixedMinor: 0n }, 0n],
])('a fee is %s', (_, captured, price, fee) => {
  expect(feeOf(money(captured, 'EUR'), rule(1, price)).minor).toBe(fee)
})

describe('of the rules that fit, the most specific counts', () => {
  const own = { merchantId }
  test.each<[string, winner: Partial<PriceRule>, loser: Partial<PriceRule>]>([
    ['a site before its merchant', { merchantId, siteId }, own],
    ['a merchant before everybody', own, {}],
    ['a merchant’s own price before one for everybody with more criteria', own, { brand: 'visa', currency: 'EUR' }],
    ['more criteria before fewer', { region: 'eea', cardType: 'debit' }, { brand: 'visa' }],
    ['the brand before the region', { brand: 'visa' }, { region: 'eea' }],
    ['the region before the card type', { region: 'eea' }, { cardType: 'debit' }],
    ['the card type before the currency', { cardType: 'debit' }, { currency: 'EUR' }],
    ['a volume before none', { currency: 'EUR', volumeFromMinor: 1n }, { currency: 'EUR' }],
    [
      'a higher volume before a lower',
      { currency: 'EUR', volumeFromMinor: 9n },
      { currency: 'EUR', volumeFromMinor: 8n },
    ],
  ])('%s', (_, winner, loser) => {
    const [first, second] = [rule(1, winner), rule(2, loser)]
    expect(mostSpecific([first, second])).toBe(first)
    expect(mostSpecific([second, first])).toBe(first)
  })

  test('in whatever order they are read, one rule counts', () => {
    const maybe = <T>(value: T) => fc.constantFrom(undefined, value)
    const criteria = fc.record({
      siteId: maybe(siteId),
      brand: maybe('visa'),
      region: maybe('eea' as const),
      cardType: maybe('debit'),
      volumeFromMinor: fc.constantFrom(undefined, 1n, 2n),
    })
    const alike = (one: object) =>
      JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    fc.assert(
      fc.property(fc.uniqueArray(criteria, { minLength: 1, maxLength: 8, selector: alike }), (all) => {
        const rules = all.map((one, index) =>
          rule(index, { ...one, merchantId, currency: one.volumeFromMinor === undefined ? undefined : 'EUR' }),
        )
        const best = mostSpecific(rules)
        expect(best).toBeDefined()
        expect(mostSpecific(rules.toReversed())).toBe(best)
      }),
    )
  })
})

test.each<[string, Partial<PriceRule>, boolean]>([
  ['everything', {}, true],
  ['its merchant', { merchantId }, true],
  ['another merchant', { merchantId: 102 as MerchantId }, false],
  ['another site', { merchantId, siteId: 10_002 as SiteId }, false],
  ['its brand', { brand: 'visa' }, true],
  ['another brand', { brand: 'amex' }, false],
  ['another currency', { currency: 'RON' }, false],
])('a rule for %s fits or not', (_, given, expected) => {
  expect(mayFit(rule(1, given), payment)).toBe(expected)
})

test('what is not known of a card fits no rule that asks for it', () => {
  const unknown = { region: undefined, cardType: undefined, volumeMinor: undefined }
  expect(fits(rule(1), unknown)).toBe(true)
  for (const asked of [{ region: 'other' }, { cardType: 'debit' }, { volumeFromMinor: 1n }] as const)
    expect(fits(rule(1, asked), unknown)).toBe(false)
  expect(fits(rule(1, { volumeFromMinor: 5n }), { ...unknown, volumeMinor: 4n })).toBe(false)
  expect(fits(rule(1, { volumeFromMinor: 5n }), { ...unknown, volumeMinor: 5n })).toBe(true)
})

test('a rule counts from its first moment until the one that ends it', () => {
  const until = moment.add({ hours: 1 })
  const one = rule(1, { until })
  const at = [moment.subtract({ nanoseconds: 1 }), moment, until.subtract({ nanoseconds: 1 }), until]
  expect(at.map((now) => isValidAt(one, now))).toEqual([false, true, true, false])
})

test.each([
  ['RO', 'RO', 'domestic'],
  ['DE', 'RO', 'eea'],
  ['NO', 'RO', 'eea'],
  ['GB', 'RO', 'other'],
  ['US', 'GB', 'other'],
  ['GB', 'GB', 'domestic'],
  [undefined, 'RO', undefined],
  ['RO', undefined, undefined],
])('a card of %s at a site of %s is %s', (cardCountry, siteCountry, region) => {
  expect(regionOf({ cardCountry, siteCountry })).toBe(region)
})

test('the volume of a month counts from an hour after its end, for a month', () => {
  const monthAt = (text: string) => {
    const { from, to } = volumeMonthOf(Temporal.Instant.from(text))
    return `${from} ${to}`
  }
  const march = '2026-03-01T00:00:00Z 2026-04-01T00:00:00Z'
  const april = '2026-04-01T00:00:00Z 2026-05-01T00:00:00Z'
  expect(monthAt('2026-05-01T00:59:59Z')).toBe(march)
  expect(monthAt('2026-05-01T01:00:00Z')).toBe(april)
  expect(monthAt('2026-06-01T00:59:59Z')).toBe(april)
  expect(monthAt('2026-01-15T00:00:00Z')).toBe('2025-12-01T00:00:00Z 2026-01-01T00:00:00Z')
})
