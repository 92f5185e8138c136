import { expect, test } from 'vitest'
import { maskNumbersInText } from './mask-numbers.ts'

test.each([
  ['nothing', '4111111111111111', '411111******1111'],
  ['spaces', '4111 1111 1111 1111', '4111 11** **** 1111'],
  ['dashes', '4111-1111-1111-1111', '4111-11**-****-1111'],
  ['dots', '4111.1111.1111.1111', '4111.11**.****.1111'],
  ['slashes', '4111/1111/1111/1111', '4111/11**/****/1111'],
  ['underscores', '4111_1111_1111_1111', '4111_11**_****_1111'],
  ['no-break spaces', '4111\u00a01111\u00a01111\u00a01111', '4111\u00a011**\u00a0****\u00a01111'],
  ['invisible signs', '4111\u200b1111\u200b1111\u200b1111', '4111\u200b11**\u200b****\u200b1111'],
  ['lines', '4111\n1111\r\n1111\n1111', '4111\n11**\r\n****\n1111'],
  ['commas and quotes', '"4111","1111","1111","1111"', '"4111","11**","****","1111"'],
  ['a sign after each digit', '4.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1', '4.1.1.1.1.1.*.*.*.*.*.*.1.1.1.1'],
  ['an emoji', '4111💳1111💳1111💳1111', '4111💳11**💳****💳1111'],
  ['wide digits', '４１１１ １１１１ １１１１ １１１１', '４１１１ １１** **** １１１１'],
  ['Arabic digits', '٤١١١١١١١١١١١١١١١', '٤١١١١١******١١١١'],
])('a card number separated by %s is masked', (_what, text, masked) => {
  expect(maskNumbersInText(text)).toBe(masked)
  expect(maskNumbersInText(`card:${text}, thanks`)).toBe(`card:${masked}, thanks`)
})

test.each([
  ['4111 1111 1111 1111 12/34 123', '4111 11** **** 1111 12/34 123'],
  ['12/34 4111111111111111', '12/34 411111******1111'],
  ['3782 822463 10005', '3782 82**** *0005'],
  ['4111111111111111 5555555555554444', '411111******1111 555555******4444'],
  ['2 loaves, 5555-5555-5555-4444', '2 loaves, 5555-55**-****-4444'],
])('what stands beside it does not hide it: %s', (text, masked) => expect(maskNumbersInText(text)).toBe(masked))

test.each([
  'Bread, 2 loaves, 9.90 EUR, order 1044 of 2026-05-04 10:00',
  '4111111111111112',
  '+40 721 234 567',
  '41111111111111111111111111111111',
  'a 4111 b 1111 c 1111 d 1111',
  '',
])('what is no card number stays: %s', (text) => expect(maskNumbersInText(text)).toBe(text))

test('a long text of digits takes no long time to look through', () => {
  const digits = '12345678901 x'.repeat(20_000)
  expect(maskNumbersInText(digits)).toBe(digits)
})
