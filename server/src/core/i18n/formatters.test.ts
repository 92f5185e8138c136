import { expect, test } from 'vitest'
import { money } from '#kernel/base/money.ts'
import { formatMessage } from './format-message.ts'
import { formattersOf } from './formatters.ts'

test('money is exact where a floating-point number is not', () => {
  const big = money(9_007_199_254_740_993_01n, 'EUR')
  expect(formattersOf('en').money(big)).toBe('€9,007,199,254,740,993.01')
  expect(formattersOf('de').money(big)).toBe('9.007.199.254.740.993,01\u00a0€')
  expect(formattersOf('en').money(money(-5n, 'USD'))).toBe('-US$0.05')
  expect(formattersOf('ro').money(money(100_000n, 'RON'))).toBe('1.000,00\u00a0RON')
})

test('units and percents are written as they were given, in the language', () => {
  expect(formattersOf('de').decimal('1234.5')).toBe('1.234,5')
  expect(formattersOf('de').percent('9.5')).toBe('9,5\u00a0%')
  expect(formattersOf('de').decimal('1e3')).toBe('1e3')
})

test('dates are written in words, in the zone they are in', () => {
  expect(formattersOf('en').date(Temporal.PlainDate.from('2027-02-01'))).toBe('1 February 2027')
  expect(formattersOf('ro').date(Temporal.PlainDate.from('2027-02-01'))).toBe('1 februarie 2027')
  const at = Temporal.ZonedDateTime.from('2026-11-20T23:30:00+02:00[Europe/Bucharest]')
  expect(formattersOf('en').dateTime(at)).toBe('20 November 2026 at 23:30')
})

test('what fills a sentence is escaped and keeps its own direction', () => {
  expect(String(formatMessage('Pay {amount} to {merchant}.', { amount: '€1.00', merchant: '<b>' }))).toBe(
    'Pay <bdi>€1.00</bdi> to <bdi>&lt;b&gt;</bdi>.',
  )
})
