import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assets, isAsset, isoCurrencies, scaleOf } from './assets.ts'
import { type Currency, formatMoney, money, parseMoney } from './money.ts'

describe('the registry of assets', () => {
  test.each([
    ['JPY', 0],
    ['EUR', 2],
    ['KWD', 3],
    ['CLF', 4],
    ['USDC', 6],
    ['BTC', 8],
    ['ETH', 18],
  ] as const)('%s has %i decimals', (code, scale) => expect(scaleOf(code)).toBe(scale))

  test('a code that is not registered is no asset', () => {
    expect([isAsset('EUR'), isAsset('eur'), isAsset('XXX'), isAsset('toString'), isAsset(2)]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect(() => scaleOf('XXX' as Currency)).toThrow('XXX is not a registered asset')
  })

  test('no code is in two rows', () => expect(new Set(assets).size).toBe(assets.length))

  /** ISO 4217 counts 2 decimals (IQD: 3) where the data of Unicode rounds to whole units, as shops with cash do. */
  const roundedByIntl = 'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK PKR SOS SYP YER'.split(' ')
  const withdrawn = 'CUC HRK SLL ZWL'.split(' ')
  const notMoney = /^X(?:AG|AU|BA|BB|BC|BD|DR|PD|PT|SU|TS|UA|XX)$/
  /** Units of account of Chile and Uruguay, which the runtime does not list. */
  const unlisted = 'UYI VED CLF UYW'.split(' ')

  test('the runtime knows the same currencies, with the same scales but for a known list', () => {
    const known = Intl.supportedValuesOf('currency').filter((code) => !notMoney.test(code))
    expect(known.filter((code) => !isAsset(code) && !withdrawn.includes(code))).toEqual([])
    expect(isoCurrencies.filter((code) => !known.includes(code))).toEqual(unlisted)
    const digits = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits
    const differing = isoCurrencies.filter((code) => known.includes(code) && digits(code) !== scaleOf(code))
    expect(differing.toSorted()).toEqual(roundedByIntl)
  })
})

describe('money is written and read with the decimals of its own asset', () => {
  test.each<[Currency, bigint, string]>([
    ['JPY', 100n, '100'],
    ['JPY', -5n, '-5'],
    ['EUR', 10050n, '100.50'],
    ['EUR', 5n, '0.05'],
    ['KWD', 1n, '0.001'],
    ['ETH', 1_500_000_000_000_000_000n, '1.500000000000000000'],
    ['ETH', -1n, '-0.000000000000000001'],
  ])('%s %i is %s', (currency, minor, text) => expect(formatMoney(money(minor, currency))).toBe(text))

  test('decimals that the asset does not have are refused', () => {
    expect([parseMoney('100.5', 'JPY'), parseMoney('1.005', 'EUR'), parseMoney('1.0005', 'KWD')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(parseMoney('1.005', 'KWD')).toEqual(money(1005n, 'KWD'))
  })

  test('what is written reads back as the same amount, in every asset', () => {
    fc.assert(
      fc.property(fc.constantFrom(...assets), fc.bigInt(0n, 10n ** 13n - 1n), (currency, minor) => {
        const amount = money(minor, currency)
        expect(parseMoney(formatMoney(amount), currency)).toEqual(amount)
      }),
    )
  })
})
