import fc from 'fast-check'
import { expect, test } from 'vitest'
import { netPurchase, type PurchaseLine } from './purchase.ts'

const line = (change: Partial<PurchaseLine>): PurchaseLine => ({
  ...{ name: 'Rye boule', code: undefined, units: '1', totalMinor: 480n, vatPercent: undefined },
  ...change,
})
const net = (...lines: PurchaseLine[]) => netPurchase({ reference: 'bread-1', lines })

test.each([
  ['a price without a known tax', line({}), { units: 1n, unitMinor: 480n, taxMinor: 0n }],
  ['a tax of nine percent', line({ vatPercent: '9' }), { units: 1n, unitMinor: 440n, taxMinor: 40n }],
  ['units that divide', line({ units: '4', vatPercent: '9' }), { units: 4n, unitMinor: 110n, taxMinor: 40n }],
  ['units that do not', line({ units: '7', vatPercent: '9' }), { units: 1n, unitMinor: 440n, taxMinor: 40n }],
  ['a part of a unit', line({ units: '2.5' }), { units: 1n, unitMinor: 480n, taxMinor: 0n }],
  ['a tax with decimals', line({ totalMinor: 10_550n, vatPercent: '5.5' }), { unitMinor: 10_000n, taxMinor: 550n }],
])('%s is a line as networks take it', (_what, given, expected) => {
  expect(net(given).lines).toMatchObject([expected])
})

test('a line below zero is a discount of the whole', () => {
  expect(net(line({}), line({ totalMinor: -80n, vatPercent: '9' }))).toMatchObject({ discountMinor: 80n, taxMinor: 0n })
})

test('lines, taxes and discounts come to what was paid, whatever is bought', () => {
  const lines = fc.array(
    fc.record({
      ...{ name: fc.constant('Bread'), code: fc.constant(undefined) },
      units: fc.oneof(fc.integer({ min: 1, max: 99 }).map(String), fc.constant('0.75')),
      totalMinor: fc.bigInt({ min: -9_999n, max: 99_999n }),
      vatPercent: fc.option(fc.constantFrom('0', '5.5', '9', '19', '8.8750'), { nil: undefined }),
    }),
  )
  fc.assert(
    fc.property(lines, (given) => {
      const { lines: shown, discountMinor } = net(...given)
      const sum = shown.reduce((total, { units, unitMinor, taxMinor }) => total + units * unitMinor + taxMinor, 0n)
      expect(sum - discountMinor).toBe(given.reduce((total, { totalMinor }) => total + totalMinor, 0n))
    }),
  )
})
