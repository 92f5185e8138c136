import { expect, test } from 'vitest'
import { parseMoney } from '#kernel/base/money.ts'
import { amountInEur } from './euro-rates.ts'

const day = Temporal.PlainDate.from('2026-05-04')

test.each([
  ['EUR', '9.90', '9.90'],
  ['USD', '103.89', '100.00'],
  ['RON', '49.74', '10.00'],
  ['RON', '0.02', '0.00'],
  ['GBP', '9999999999999.99', '12060107576159.57'],
] as const)('%s %s is compared as %s euros', (currency, amount, euros) => {
  expect(amountInEur(parseMoney(amount, currency)!, day)).toBe(euros)
})

test('what is older than the first rate is compared with the first rate', () => {
  expect(amountInEur(parseMoney('103.89', 'USD')!, Temporal.PlainDate.from('1999-01-01'))).toBe('100.00')
})
