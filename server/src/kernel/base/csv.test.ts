import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('fields are quoted where RFC 4180 asks for it, and lines end with CR LF', () => {
  expect(csvLine(['a', 'b c', '', '"d"', 'e,f', 'g\nh'])).toBe('a,b c,,"""d""","e,f","g\nh"\r\n')
})

test.each(['=1+1', '+1', '-a', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '-1+1', '-1.2.3', '-', '--1'])(
  'a text that a spreadsheet would calculate is made a text: %j',
  (text) => {
    const [[field]] = parse(csvLine([text])) as [[string]]
    expect(field).toBe(`'${text}`)
  },
)

test.each(['-1', '-12.34', '0.00', '100', '12345678901234567890.12'])('the number %s stays as it is', (text) => {
  expect(csvLine([text])).toBe(`${text}\r\n`)
})

test('another reader of CSV reads every text that is no formula as it was written', () => {
  const text = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((one) => !/^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(one))
  const fields = fc.array(text, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(fields, (line) => {
      expect(parse(csvLine(line), { record_delimiter: '\r\n' })).toEqual([line])
    }),
  )
})
