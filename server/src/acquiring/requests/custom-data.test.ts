import { expect, test } from 'vitest'
import { digits, problems, read } from './test-request.ts'

const kept = (customData: unknown) => read({ customData }).customData

test.each([
  [{ key1: 'value', key2: '' }],
  [{ order: { id: '7', note: null }, tags: ['a', 'b'], gift: true, weight: 1.5, count: -3 }],
  ['a text of the store'],
  [''],
  [[]],
  [['a', 'b']],
  [{ text: 'two\nlines and a bell\u0007', 'ключ 🔑': 'значение' }],
  [{ amount: 0.1, tiny: 1e-7 }],
])('%j is echoed as it was sent', (sent) => {
  expect(kept(sent)).toEqual(sent)
})

test('null and nothing are nothing', () => {
  expect(kept(null)).toBeUndefined()
  expect(kept(undefined)).toBeUndefined()
})

test('custom is the older name of customData', () => {
  expect(read({ custom: { cartID: '1-2' } }).customData).toEqual({ cartID: '1-2' })
  expect(read({ custom: { a: 'old' }, customData: { a: 'new' } }).customData).toEqual({ a: 'new' })
  expect(read({ custom: 'old', customData: '' }).customData).toBe('old')
  expect(problems({ custom: 5 })[0]).toContain('custom must be an object or a text; it is 5')
})

test('a number keeps its value, or is refused when JSON would lose digits of it', () => {
  expect(kept({ a: digits('9007199254740991'), b: digits('1.50') })).toEqual({ a: 9007199254740991, b: 1.5 })
  expect(problems({ customData: { a: digits('12345678901234567890') } })).toEqual([
    'customData has the number "12345678901234567890", which has too many digits: send it as text',
  ])
  expect(problems({ customData: { a: digits('1e999') } })[0]).toContain('which has too many digits')
})

test('a name that an object inherits is a name like any other', () => {
  const sent: unknown = JSON.parse('{"__proto__":"a","constructor":"b"}')
  expect(JSON.stringify(kept(sent))).toBe('{"__proto__":"a","constructor":"b"}')
})

const entries = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'x']))

test.each<[string, unknown, unknown, string]>([
  ['512 entries', entries(512), entries(513), 'may have at most 512 entries; it has 513'],
  [
    '512 entries, nested ones counted',
    { a: entries(511) },
    { a: entries(512) },
    'may have at most 512 entries; it has 513',
  ],
  ['names of 255 characters', { ['x'.repeat(255)]: 1 }, { ['x'.repeat(256)]: 1 }, 'of more than 255 characters'],
  ['texts of 65,535 characters', { a: 'é'.repeat(65_535) }, { a: 'é'.repeat(65_536) }, 'more than 65535 characters'],
  ['a text of 65,535 characters', 'é'.repeat(65_535), 'é'.repeat(65_536), 'more than 65535 characters'],
  ['one level of nesting', { a: { b: 'c' } }, { a: { b: { c: 'd' } } }, 'may nest one level only'],
  ['one level of lists', [['a']], [[['a']]], 'may nest one level only'],
])('custom data may have %s and no more', (_, most, more, problem) => {
  expect(kept(most)).toEqual(most)
  const found = problems({ customData: more })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(problem)
})

test.each([
  [{ a: 'x\u0000' }, 'has a text with a zero character or half of a surrogate pair'],
  [{ 'a\u0000': 'x' }, 'has a name "a\\u0000"'],
  [{ a: '\ud800' }, 'has a text with a zero character or half of a surrogate pair'],
  [true, 'must be an object or a text'],
])('%j cannot be kept and is refused', (sent, problem) => {
  expect(problems({ customData: sent })[0]).toContain(problem)
})
