import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchTextOf } from './search-text.ts'

/** A number that passes as a card's: the last digit makes it right. */
const cardNumbers = fc
  .tuple(fc.constantFrom(...'23456'), fc.array(fc.nat({ max: 9 }), { minLength: 11, maxLength: 17 }))
  .map(([first, rest]) => {
    const digits = [Number(first), ...rest]
    const sum = digits.toReversed().reduce((total, digit, index) => {
      const doubled = digit * (index % 2 === 0 ? 2 : 1)
      return total + (doubled > 9 ? doubled - 9 : doubled)
    }, 0)
    return [...digits, (10 - (sum % 10)) % 10].join('')
  })

test('what looks like a card number never reaches the call, however it is written', () => {
  const separators = fc.constantFrom('', ' ', '-', '.', '\u00A0')
  const before = fc.constantFrom('', 'order ', 'a', '12/34 ', 'x '.repeat(120))
  const after = fc.constantFrom('', ' order', 'a', ' 12/34', ' EUR', ' x'.repeat(120))
  fc.assert(
    fc.property(cardNumbers, separators, before, after, (number, separator, ...around) => {
      const grouped = number.replaceAll(/(\d{4})(?=\d)/g, `$1${separator}`)
      expect(searchTextOf(around.join(grouped))).toEqual({ isCard: true })
    }),
  )
})

test('numbers of other things are searched for', () => {
  const others = [
    '1042',
    '4111111111111112',
    '1111111111111111',
    '49,90 €',
    'evt_01JD2Z7Q0000000000000000AB',
    'ana@example.com',
  ]
  for (const typed of others) expect(searchTextOf(` ${typed} `)).toEqual({ text: typed, isCard: false })
  for (const short of ['', ' ', 'a ']) expect(searchTextOf(short)).toEqual({ isCard: false })
})
