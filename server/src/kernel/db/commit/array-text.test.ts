import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonb } from '#kernel/db/db.ts'
import { arrayText, elementText } from './array-text.ts'

/** What PostgreSQL reads out of a quoted element (manual, 8.15.6): a backslash takes the next character as it is. */
const read = (element: string): string => element.slice(1, -1).replaceAll(/\\(.)/gs, '$1')

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\n"', '\u{7f}"', '\ud800"', 'é"ă'),
)

test('any text, and any JSON, is read by the database as it was written', () => {
  fc.assert(
    fc.property(anyText, fc.jsonValue(), (text, value) => {
      expect(read(elementText(text))).toBe(text)
      expect(read(elementText(jsonb(value)))).toBe(JSON.stringify(value))
    }),
  )
})

test('moments, bytes, numbers and nothing have the forms that columns take, and lists are quoted', () => {
  const at = Temporal.Instant.from('2026-05-04T10:00:00.007Z')
  const values = [
    at,
    at,
    Temporal.PlainDate.from('2026-05-04'),
    Buffer.from('ff00', 'hex'),
    12n,
    false,
    null,
    ['a', 'b"'],
  ]
  expect(arrayText(values)).toBe(
    '{"2026-05-04T10:00:00.007Z","2026-05-04T10:00:00.007Z","2026-05-04","\\\\xff00",12,false,NULL,"{\\"a\\",\\"b\\\\\\"\\"}"}',
  )
})
