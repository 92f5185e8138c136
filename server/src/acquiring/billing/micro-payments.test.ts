import { expect, test } from 'vitest'
import { formatMoney, money, parseMoney } from '#kernel/base/money.ts'
import { isTriedInPart, type MicroPayments, microAmount, readMicroPayments } from './micro-payments.ts'

const fromOf = (setting: string): MicroPayments => {
  const read = readMicroPayments(setting)
  if ('problem' in read) throw new Error(read.problem)
  return read.from
}

test.each([
  ['on', 'EUR', '19.99', undefined],
  ['on', 'EUR', '20.00', '2.00'],
  ['on', 'EUR', '123.45', '12.34'],
  ['on', 'GBP', '20.00', '2.00'],
  ['on', 'RON', '20.00', undefined],
  ['on', 'RON', '99.99', undefined],
  ['on', 'RON', '100.00', '10.00'],
  ['on', 'ILS', '80.00', '8.00'],
  ['EUR=50.00, RON=250', 'EUR', '49.99', undefined],
  ['EUR=50.00, RON=250', 'EUR', '50.00', '5.00'],
  ['EUR=50.00, RON=250', 'RON', '249.99', undefined],
  ['EUR=50.00, RON=250', 'USD', '20.00', '2.00'],
  ['EUR=0.10', 'EUR', '0.10', '0.01'],
  ['off', 'EUR', '1000.00', undefined],
] as const)('set to %s, of %s %s the micro-payment is %s', (setting, currency, amount, micro) => {
  const due = parseMoney(amount, currency)!
  expect(isTriedInPart(fromOf(setting), due) ? formatMoney(microAmount(due)) : undefined).toBe(micro)
})

test.each(['', 'EUR', 'EUR=', 'EUR=twenty', 'EUR=20.001', 'EUR=0.09', 'JPY=2000', 'EUR=20.00;RON=100.00'])(
  'the setting "%s" is refused, and says how it is written',
  (setting) => {
    expect(readMicroPayments(setting)).toEqual({
      problem: expect.stringContaining('such as EUR=20.00, with one of USD, EUR'),
    })
  },
)

test('nothing is tried in part in a currency that merchants do not take', () => {
  expect(isTriedInPart(fromOf('on'), money(1_000_000n, 'JPY'))).toBe(false)
})
