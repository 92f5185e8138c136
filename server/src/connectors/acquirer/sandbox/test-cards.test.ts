import { expect, test } from 'vitest'
import { passesLuhn } from '#kernel/base/mask-numbers.ts'
import { parseMoney } from '#kernel/base/money.ts'
import { magicAmounts } from './magic-amounts.ts'
import { testCardOf, testCards } from './test-cards.ts'

test('every test card can be typed: its number has the right check digit and its date is a date', () => {
  for (const { number, expiry, cvv, brand } of testCards) {
    expect(passesLuhn(number), number).toBe(true)
    expect(expiry, number).toMatch(/^(0[1-9]|1[0-2])\/\d\d$/)
    expect(cvv, number).toMatch(brand === 'amex' ? /^\d{4}$/ : /^\d{3}$/)
  }
})

test('no card is in the list twice with one date', () => {
  const rows = testCards.map(({ number, expiry }) => `${number} ${expiry}`)
  expect(new Set(rows).size).toBe(rows.length)
})

test('a number behaves by the row of its date, else by its first row, else as the first card', () => {
  expect(testCardOf('4111111111111111', '12/26').authentication).toBe('frictionless')
  expect(testCardOf('4111111111111111', '11/29').authentication).toBeUndefined()
  expect(testCardOf('5555555555555599', '01/31').authentication).toBe('challenged')
  expect(testCardOf('4242424242424242', '12/34')).toBe(testCards[0])
})

test('the text of a magic amount is the amount', () => {
  for (const { amount, minor } of magicAmounts) expect(parseMoney(amount, 'EUR')?.minor).toBe(minor)
})
