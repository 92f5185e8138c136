import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '#kernel/base/money.ts'
import { convert, crossRate, euroItself, inEuros, rateText } from './rate.ts'

const now = Temporal.Instant.from('2026-11-22T08:00:00Z')
const recorded = (base: 'EUR' | 'ETH', quote: 'EUR' | 'USD' | 'JPY' | 'BHD', rate: string, asOf = now) =>
  inEuros({ base, quote, rate, asOf, source: 'test' })
const usd = recorded('EUR', 'USD', '1.0812')
const jpy = recorded('EUR', 'JPY', '162.85')
const eth = recorded('ETH', 'EUR', '2840.50')
const euro = euroItself(now)

test.each([
  [money(10_000n, 'EUR'), crossRate({ from: 'EUR', to: 'USD' }, euro, usd), money(10_812n, 'USD')],
  [money(10_000n, 'USD'), crossRate({ from: 'USD', to: 'EUR' }, usd, euro), money(9_249n, 'EUR')],
  [money(10_000n, 'JPY'), crossRate({ from: 'JPY', to: 'USD' }, jpy, usd), money(6_639n, 'USD')],
  [money(1n, 'EUR'), crossRate({ from: 'EUR', to: 'JPY' }, euro, jpy), money(2n, 'JPY')],
  [
    money(100n, 'EUR'),
    crossRate({ from: 'EUR', to: 'BHD' }, euro, recorded('EUR', 'BHD', '0.409')),
    money(409n, 'BHD'),
  ],
  [money(1_500_000_000_000_000_000n, 'ETH'), crossRate({ from: 'ETH', to: 'EUR' }, eth, euro), money(426_075n, 'EUR')],
  [money(284_050n, 'EUR'), crossRate({ from: 'EUR', to: 'ETH' }, euro, eth), money(10n ** 18n, 'ETH')],
  [money(-150n, 'EUR'), crossRate({ from: 'EUR', to: 'JPY' }, euro, recorded('EUR', 'JPY', '1')), money(-2n, 'JPY')],
  [money(150n, 'EUR'), crossRate({ from: 'EUR', to: 'JPY' }, euro, recorded('EUR', 'JPY', '1')), money(2n, 'JPY')],
])('%o converts exactly, and only the result is rounded', (amount, rate, result) => {
  expect(convert(amount, rate)).toEqual(result)
})

test('an amount that is converted there and back differs by less than the smallest unit of both', () => {
  const [there, back] = [
    crossRate({ from: 'USD', to: 'EUR' }, usd, euro),
    crossRate({ from: 'EUR', to: 'USD' }, euro, usd),
  ]
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (minor) => {
      const difference = convert(convert(money(minor, 'USD'), there), back).minor - minor
      expect(difference >= -1n && difference <= 1n).toBe(true)
    }),
  )
})

test('a rate of two rates is as old as the older, and names both sources', () => {
  const older = Temporal.Instant.from('2026-11-20T15:00:00Z')
  const set = inEuros({ base: 'ETH', quote: 'EUR', rate: '2840', asOf: older, source: 'manual' })
  expect(crossRate({ from: 'ETH', to: 'USD' }, set, usd)).toMatchObject({ asOf: older, source: 'manual+test' })
  expect(crossRate({ from: 'USD', to: 'EUR' }, usd, euro)).toMatchObject({ asOf: now, source: 'test' })
  expect(crossRate({ from: 'EUR', to: 'EUR' }, euro, euro)).toMatchObject({
    numerator: 1n,
    denominator: 1n,
    source: 'same',
  })
})

test('a rate is written with eight digits behind the point', () => {
  expect(rateText(crossRate({ from: 'USD', to: 'EUR' }, usd, euro))).toBe('0.92489826')
  expect(rateText(crossRate({ from: 'EUR', to: 'ETH' }, euro, eth))).toBe('0.00035205')
  expect(() => convert(money(1n, 'GBP'), crossRate({ from: 'EUR', to: 'USD' }, euro, usd))).toThrow(TypeError)
})
