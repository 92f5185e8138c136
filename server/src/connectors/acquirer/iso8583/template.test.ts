import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { fill, readPlace } from './template.ts'

test.each([
  ['{a}', { a: '1' }, '1'],
  ['{a}-{b}', { a: '1', b: '2' }, '1-2'],
  ['{a}-{b}', { a: '1' }, undefined],
  ['{a:3}{b:2}', { a: '12345' }, '123  '],
  ['constant', {}, 'constant'],
])('%s with %o', (template, values, expected) => {
  expect(fill(template, values)).toBe(expected)
})

test('parts have their tag and length, those without a value are left out, and a field without parts is none', () => {
  const template = { prefix: 'T', tagDigits: 2, lengthDigits: 3, parts: { 42: '{a}', 92: '{b}' } }
  expect(fill(template, { a: '0103210' })).toBe('T420070103210')
  expect(fill(template, {})).toBeUndefined()
})

test('with a secret in it, the field is one', () => {
  const filled = fill('{a}/{b}', { a: '1', b: new Secret('123') })
  expect(String(filled)).not.toContain('123')
  expect(filled instanceof Secret && filled.reveal()).toBe('1/123')
})

test.each([
  [{ field: 62 }, 'abc ', 'abc'],
  [{ field: 44, at: 3, length: 1 }, '  M', 'M'],
  [{ field: 44, at: 9, length: 1 }, '  M', undefined],
  [{ field: 48, skip: 1, tag: '87' }, 'T6302OK8701M', 'M'],
  [{ field: 48, skip: 1, tag: '88' }, 'T6302OK8701M', undefined],
  [{ field: 48, skip: 1, tag: '87' }, 'T6399OK', undefined],
  [{ field: 62 }, undefined, undefined],
])('%o of %s', (place, text, expected) => {
  expect(readPlace(text, place)).toBe(expected)
})
