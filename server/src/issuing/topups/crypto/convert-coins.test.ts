import fc from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '#kernel/base/money.ts'
import { coinsFor, worthOf } from './convert-coins.ts'

const eth = { rate: { numerator: 284_050n, denominator: 100n }, decimals: 18 }

test('coins are worth what they come to, cut off at the cent', () => {
  expect(worthOf(10n ** 18n, { ...eth, currency: 'EUR' })).toEqual(money(284_050n, 'EUR'))
  expect(worthOf(1n, { ...eth, currency: 'EUR' })).toEqual(money(0n, 'EUR'))
  expect(worthOf(2_999_999n, { rate: { numerator: 1n, denominator: 1n }, decimals: 6, currency: 'USD' })).toEqual(
    money(299n, 'USD'),
  )
})

test('the coins for an amount are worth it, and one unit less is not', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 10n ** 9n),
      fc.bigInt(1n, 10n ** 40n),
      fc.bigInt(1n, 10n ** 40n),
      fc.integer({ min: 0, max: 18 }),
      (minor, numerator, denominator, decimals) => {
        const rate = { numerator, denominator }
        const units = coinsFor(money(minor, 'EUR'), { rate, decimals })
        expect(worthOf(units, { rate, decimals, currency: 'EUR' }).minor >= minor).toBe(true)
        expect(worthOf(units - 1n, { rate, decimals, currency: 'EUR' }).minor < minor).toBe(true)
      },
    ),
  )
})
