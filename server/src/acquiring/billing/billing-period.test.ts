import { expect, test } from 'vitest'
import { formatMoney, parseMoney } from '#kernel/base/money.ts'
import { microAmount } from './billing-period.ts'

test.each([
  ['EUR', '19.99', undefined],
  ['EUR', '20.00', '2.00'],
  ['EUR', '123.45', '12.34'],
  ['GBP', '20.00', '2.00'],
  ['RON', '20.00', undefined],
  ['RON', '99.99', undefined],
  ['RON', '100.00', '10.00'],
  ['ILS', '80.00', '8.00'],
] as const)('of %s %s the micro-payment is %s', (currency, amount, micro) => {
  const found = microAmount(parseMoney(amount, currency)!)
  expect(found && formatMoney(found)).toBe(micro)
})
