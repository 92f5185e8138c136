import { inspect } from 'node:util'
import creditCardType from 'credit-card-type'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { passesLuhn } from '#kernel/base/mask-numbers.ts'
import { expiries } from '../../../tests/world/expiries.ts'
import { brandOf } from './card-brand.ts'
import { holdsCardNumber, readCardInput, type UncheckedCardFields } from './card-input.ts'

const today = Temporal.PlainDate.from('2026-11-20')
const good = { cardNumber: '4111 1111 1111 1111', cardExpiry: '12/30', cardCvv: '123', cardHolderName: 'Ana Ionescu' }

const read = (changes: UncheckedCardFields) => readCardInput({ ...good, ...changes }, today)
const problemsOf = (changes: UncheckedCardFields) => {
  const result = read(changes)
  return 'errors' in result ? result.errors.map(({ field, problem }) => `${field}: ${problem}`) : []
}
const digitsOf = (changes: UncheckedCardFields) => {
  const result = read(changes)
  return 'card' in result ? result.card.pan.reveal() : undefined
}

test('a well typed card is read', () => {
  const result = read({})
  expect(result).toMatchObject({
    card: { brand: 'visa', lastFour: '1111', expiryMonth: 12, expiryYear: 2030, holderName: 'Ana Ionescu' },
  })
  expect('card' in result && [result.card.pan.reveal(), result.card.cvv?.reveal()]).toEqual(['4111111111111111', '123'])
})

test.each([
  ['spaces', ' 4111 1111  1111 1111 '],
  ['dashes of any length', '4111-1111–1111—1111'],
  ['no-break spaces', '4111\u00a01111\u00a01111\u202f1111'],
  ['Arabic digits', '٤١١١ ١١١١ ١١١١ ١١١١'],
  ['Persian digits', '۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱'],
  ['full-width digits', '４１１１　１１１１　１１１１　１１１１'],
  ['Hindi digits', '४१११११११११११११११'],
  ['direction marks of a right-to-left page', '\u200e4111\u2066 1111 1111\u2069 1111\u200f'],
])('a number may be written with %s', (_, cardNumber) => {
  expect(digitsOf({ cardNumber })).toBe('4111111111111111')
})

test.each([
  ['4111111111111111', 'visa'],
  ['4571736012345674', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['378282246310005', 'amex'],
  ['3530111333300000', 'jcb'],
  ['30569309025904', 'diners'],
  ['6011111111111117', 'discover'],
  ['6205500000000000004', 'unionpay'],
  ['6759649826438453', 'maestro'],
  ['2200770212727079', 'mir'],
  ['5019717010103742', 'dankort'],
])('%s is a %s', (cardNumber, brand) => {
  expect(read({ cardNumber, cardCvv: brand === 'amex' ? '1234' : '123' })).toMatchObject({ card: { brand } })
})

test.each([
  ['nothing', '', 'number_missing'],
  ['letters', '4111 abcd 1111 1111', 'number_unreadable'],
  ['too few digits', '4111 1111', 'number_incomplete'],
  ['a length the scheme does not have', '41111111111111112', 'number_incomplete'],
  ['two digits swapped', '4111 1111 1111 1171', 'number_mistyped'],
  ['a number of no scheme', '9999 9999 9999 9995', 'brand_unknown'],
])('%s is not a card number', (_, cardNumber, problem) => {
  expect(problemsOf({ cardNumber })).toEqual([`cardNumber: ${problem}`])
})

test.each(expiries)('the expiry "$typed" means $means, and so does "$shown"', ({ typed, shown, means }) => {
  const months = [typed, shown].map((cardExpiry) => {
    const result = read({ cardExpiry })
    if ('errors' in result) return result.errors.map(({ problem }) => problem)
    const { expiryYear: year, expiryMonth: month } = result.card
    return Temporal.PlainYearMonth.from({ year, month }).toString()
  })
  expect(months).toEqual(Array(2).fill(means ?? ['expiry_unreadable']))
})

test.each([
  ['', 'expiry_missing'],
  ['13/30', 'expiry_unreadable'],
  ['00/30', 'expiry_unreadable'],
  ['1/2/30', 'expiry_unreadable'],
  ['December', 'expiry_unreadable'],
  ['10/26', 'expiry_past'],
  ['12/2025', 'expiry_past'],
  ['12/46', 'expiry_too_far'],
  ['12/1930', 'expiry_past'],
])('the expiry "%s" is refused: %s', (cardExpiry, problem) => {
  expect(problemsOf({ cardExpiry })).toEqual([`cardExpiry: ${problem}`])
})

test('a card is good until the last day of its month, and for twenty years at most', () => {
  const on = (date: string, cardExpiry: string) =>
    'card' in readCardInput({ ...good, cardExpiry }, Temporal.PlainDate.from(date))
  expect(on('2026-11-30', '11/26')).toBe(true)
  expect(on('2026-12-01', '11/26')).toBe(false)
  expect(on('2026-11-20', '11/46')).toBe(true)
  expect(on('2026-11-20', '12/46')).toBe(false)
})

test.each([
  ['4111111111111111', '', 'code_missing'],
  ['4111111111111111', '12', 'code_three_digits'],
  ['4111111111111111', '1234', 'code_three_digits'],
  ['4111111111111111', 'abc', 'code_three_digits'],
  ['378282246310005', '123', 'code_four_digits'],
])('on %s the security code "%s" is refused', (cardNumber, cardCvv, problem) => {
  expect(problemsOf({ cardNumber, cardCvv })).toEqual([`cardCvv: ${problem}`])
})

test('while the scheme is unknown, three and four digits are both a security code', () => {
  expect(problemsOf({ cardNumber: '', cardCvv: '1234' })).toEqual(['cardNumber: number_missing'])
  expect(problemsOf({ cardNumber: '', cardCvv: '123' })).toEqual(['cardNumber: number_missing'])
})

test('the name on the card is optional, two to 45 characters, and not a number', () => {
  expect(read({ cardHolderName: undefined })).toMatchObject({ card: { holderName: undefined } })
  expect(read({ cardHolderName: '  Ana   Maria ' })).toMatchObject({ card: { holderName: 'Ana Maria' } })
  expect(problemsOf({ cardHolderName: 'A' })).toEqual(['cardHolderName: holder_name_length'])
  expect(problemsOf({ cardHolderName: 'a'.repeat(46) })).toEqual(['cardHolderName: holder_name_length'])
  expect(problemsOf({ cardHolderName: '4111 1111 1111 1111' })).toEqual(['cardHolderName: holder_name_is_number'])
})

test('all problems are reported at once, in the order of the form', () => {
  expect(problemsOf({ cardNumber: ['4111'], cardExpiry: undefined, cardCvv: 7, cardHolderName: 'x' })).toEqual([
    'cardNumber: number_missing',
    'cardExpiry: expiry_missing',
    'cardCvv: code_missing',
    'cardHolderName: holder_name_length',
  ])
})

test('neither the card nor an error can be printed with the number or the code in it', () => {
  const typed = read({ cardCvv: '987' })
  const mistyped = read({ cardNumber: '4111111111111112', cardCvv: '98' })
  for (const shown of [JSON.stringify([typed, mistyped]), inspect([typed, mistyped], { depth: 9 })]) {
    expect(shown).not.toMatch(/4111|987|98/)
  }
})

test('a text that holds a card number is noticed however it is written', () => {
  expect(['Ana', '12/30', '0721 234 567'].filter(holdsCardNumber)).toEqual([])
  expect(['4111-1111-1111-1111', 'x 4111 1111 1111 1111', '٤١١١١١١١١١١١١١١١'].filter(holdsCardNumber)).toHaveLength(3)
})

test('changing any one digit breaks the check digit', () => {
  const digit = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(fc.array(digit, { minLength: 12, maxLength: 19 }), fc.nat(), digit, (digits, at, other) => {
      const place = at % digits.length
      fc.pre(passesLuhn(digits.join('')) && digits[place] !== other)
      expect(passesLuhn(digits.with(place, other).join(''))).toBe(false)
    }),
  )
})

test('wherever the library is sure of one of our schemes, we agree with it', () => {
  const names: Record<string, string> = { 'american-express': 'amex', 'diners-club': 'diners' }
  const start = fc.integer({ min: 10_000_000, max: 99_999_999 }).map(String)
  fc.assert(
    fc.property(start, (digits) => {
      const [only, ...others] = creditCardType(digits)
      fc.pre(only !== undefined && others.length === 0 && brandOf(digits) !== 'dankort')
      const expected = names[only!.type] ?? only!.type
      fc.pre(!['elo', 'hiper', 'hipercard', 'naranja', 'verve', 'troy'].includes(expected))
      expect(brandOf(digits)).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})
