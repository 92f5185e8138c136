import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWithin, type JsonValue, NumberText, parseJsonExactly, writeJson } from './json.ts'

/** What the language itself offers, which is exact and slow. */
const bySource = (text: string): JsonValue =>
  JSON.parse(text, (_name, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new NumberText(context?.source ?? String(value)) : value,
  )

function outcome(parse: (text: string) => JsonValue, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    return error instanceof SyntaxError ? 'no JSON' : error
  }
}

test('what is read of JSON is what the language reads, with the digits of each number', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', '0', '-', '+', '1', '.', 'e', 'E', '\n', '"', '\\', ':', ',', ' '),
      (text, at, sign) => {
        const place = at % (text.length + 1)
        for (const each of [text, text.slice(0, place) + sign + text.slice(place)])
          expect(outcome(parseJsonExactly, each)).toEqual(outcome(bySource, each))
      },
    ),
    { numRuns: 2_000 },
  )
})

test.each([
  '{1:2}',
  '{"a":1,2 :3}',
  '[01]',
  '[1.]',
  '[.5]',
  '[1e]',
  '[+1]',
  '[--1]',
  '[-]',
  '[1 2]',
  '"abc',
  '[1,]',
  'NaN',
  '',
])('%s is no JSON, as before', (text) => expect(() => parseJsonExactly(text)).toThrow(SyntaxError))

test('digits stay as they are, in texts too, and odd names are names', () => {
  const text = '{"a":1.10,"b":[-0,1E+2,12345678901234567890],"c":"1.10, 2","__proto__":{"d":3},"1":0}'
  const read = parseJsonExactly(text) as Record<string, JsonValue>
  expect(writeJson(read.b)).toBe('[-0,1E+2,12345678901234567890]')
  expect([read.a, read.c, read['1']]).toEqual([new NumberText('1.10'), '1.10, 2', new NumberText('0')])
  expect(Object.keys(read)).toContain('__proto__')
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
})

test('values and levels are counted as a parser would meet them', () => {
  const limits = { valuesMax: 5, nestingMax: 2 }
  for (const text of ['[1,2,3]', '{"a":{"b":1}}', '"[[[,,,,,,"', '[[],"\\"[[[["]', '1'])
    expect([text, isWithin(text, limits)]).toEqual([text, true])
  for (const text of ['[1,2,3,4,5]', '[[[', '[[1],[2],3]', '{"a":{"b":{"c":1}}}'])
    expect([text, isWithin(text, limits)]).toEqual([text, false])
})
