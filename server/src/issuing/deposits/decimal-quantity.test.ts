import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatQuantity, parseQuantity } from './decimal-quantity.ts'

test.each([
  ['1.5', 6, 1_500_000n],
  ['0.000001', 6, 1n],
  ['20', 18, 20n * 10n ** 18n],
  ['007', 0, 7n],
])('%s with %d decimals is %d of the smallest units', (text, decimals, units) => {
  expect(parseQuantity(text, decimals)).toBe(units)
})

test.each(['', '-1', '1e3', '1,5', '.5', '5.', '0.0000001', ' 1', 'NaN'])('"%s" is no quantity', (text) => {
  expect(parseQuantity(text, 6)).toBeUndefined()
})

test('a quantity is written with its own digits and read back', () => {
  expect(formatQuantity(1_500_000n, 6)).toBe('1.5')
  expect(formatQuantity(0n, 6)).toBe('0')
  expect(formatQuantity(70n, 0)).toBe('70')
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 29n), fc.integer({ min: 0, max: 36 }), (units, decimals) => {
      expect(parseQuantity(formatQuantity(units, decimals), decimals)).toBe(units)
    }),
  )
})
