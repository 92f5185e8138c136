import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { capacityOf, cardNumberAt, checkDigitOf } from './card-number.ts'

const keyed = (key: string) => (text: string) => createHash('sha256').update(`${key} ${text}`).digest().readUInt32BE()

test('every place of a range has a number of its own, in the range and with a valid check digit', () => {
  for (const prefix of ['53212345678901', '5321234567890', '532123456789', '53212345678']) {
    const capacity = capacityOf(prefix)
    const numbers = Array.from({ length: capacity }, (_, place) => cardNumberAt(prefix, place, keyed('a')))
    expect(new Set(numbers).size).toBe(capacity)
    for (const number of numbers) {
      expect(number).toMatch(new RegExp(`^${prefix}\\d{${16 - prefix.length}}$`))
      expect(checkDigitOf(number.slice(0, -1))).toBe(number.at(-1))
    }
  }
})

test('a range of six digits has a thousand million numbers, and places far apart have different ones', () => {
  expect(capacityOf('532123')).toBe(1_000_000_000)
  fc.assert(
    fc.property(fc.nat(999_999_999), fc.nat(999_999_999), (one, other) => {
      fc.pre(one !== other)
      const [a, b] = [one, other].map((place) => cardNumberAt('532123', place, keyed('a')))
      return a !== b && a!.length === 16
    }),
  )
})

test('the next number does not follow from the last one, and depends on the key', () => {
  const numbers = (key: string) =>
    Array.from({ length: 50 }, (_, place) => Number(cardNumberAt('53212345', place, keyed(key)).slice(8, 15)))
  const steps = new Set(numbers('a').map((number, at, all) => number - (all[at - 1] ?? 0)))
  expect(steps.size).toBe(50)
  expect(numbers('a')).not.toEqual(numbers('b'))
})

test('the check digits of published numbers are right', () => {
  for (const number of ['4111111111111111', '5555555555554444', '378282246310005', '6011000990139424'])
    expect(checkDigitOf(number.slice(0, -1))).toBe(number.at(-1))
})
