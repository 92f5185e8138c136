import { expect, test } from 'vitest'
import { formatMoney, money, parseMoney } from '#kernel/base/money.ts'
import { isTriedInPart, type MicroPayments, microAmount, readMicroPayments } from './micro-payments.ts'

const microOf = (setting: string): MicroPayments => {
  const read = readMicroPayments(setting)
  if ('problem' in read) throw new Error(read.problem)
  return read.micro
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
  ['share=25%', 'EUR', '20.10', '5.02'],
  ['RON=250, share=50%', 'RON', '250.00', '125.00'],
  ['EUR=0.02, share=50%', 'EUR', '0.02', '0.01'],
  ['off', 'EUR', '1000.00', undefined],
] as const)('set to %s, of %s %s the micro-payment is %s', (setting, currency, amount, micro) => {
  const due = parseMoney(amount, currency)!
  const set = microOf(setting)
  expect(isTriedInPart(set, due) ? formatMoney(microAmount(set, due)) : undefined).toBe(micro)
})

test.each([
  '',
  'EUR',
  'EUR=',
  'EUR=twenty',
  'EUR=20.001',
  'EUR=0.09',
  'JPY=2000',
  'EUR=20.00;RON=100.00',
  'share=0%',
  'share=51%',
  'share=20',
  'EUR=0.99, share=1%',
])('the setting "%s" is refused, and says how it is written', (setting) => {
  expect(readMicroPayments(setting)).toEqual({
    problem: expect.stringContaining('such as EUR=20.00, with one of USD, EUR'),
  })
})

test('nothing is tried in part in a currency that merchants do not take', () => {
  expect(isTriedInPart(microOf('on'), money(1_000_000n, 'JPY'))).toBe(false)
})
