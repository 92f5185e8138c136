import { expect, test } from 'vitest'
import { readable } from './json-text.ts'

test('JSON stands on lines of its own, and its numbers keep their digits', () => {
  const text =
    '{"amount":9.90,"id":12345678901234567890,"note":"a {\\"b\\": [1,2]}","tags":[],"data":{},"items":[{"n":1e2}]}'
  expect(readable(text)).toBe(`{
  "amount": 9.90,
  "id": 12345678901234567890,
  "note": "a {\\"b\\": [1,2]}",
  "tags": [],
  "data": {},
  "items": [
    {
      "n": 1e2
    }
  ]
}`)
  expect(readable(readable(text))).toBe(readable(text))
})

test.each(['', 'OK', '{"amount":9.… (cut)', '[20002 characters]', '<html>\n</html>'])(
  'what is no JSON stays as it is: %j',
  (text) => {
    expect(readable(text)).toBe(text)
  },
)
