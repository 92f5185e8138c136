import { expect, test } from 'vitest'
import { generateKeys, readKeyRing } from '#kernel/crypto/keys.ts'
import { openCursorTexts } from './cursor-text.ts'

const keys = readKeyRing(generateKeys())
const cursor = { events: 12_345n, audit: 0n, notifications: 987_654_321_012n, webhooks: 7n }

test('a cursor is read at any process with these keys, and tells its reader nothing', () => {
  const [one, other] = [openCursorTexts(keys), openCursorTexts(keys)]
  const texts = [one.of(cursor), one.of(cursor), one.of({ ...cursor, events: 1n })]
  for (const text of texts.slice(0, 2)) expect(other.read(text)).toEqual(cursor)
  expect(new Set(texts).size).toBe(3)
  expect(new Set(texts.map(({ length }) => length)).size).toBe(1)
})

test('what was changed, was sealed with other keys or is no text is no cursor', () => {
  const texts = openCursorTexts(keys)
  const text = texts.of(cursor)
  const strange = openCursorTexts(readKeyRing(generateKeys())).of(cursor)
  const changed = `${text.slice(0, 40)}${text[40] === 'A' ? 'B' : 'A'}${text.slice(41)}`
  for (const wrong of [changed, strange, text.slice(0, 60), '1.2.3.4', '', undefined, ['x']])
    expect(texts.read(wrong)).toBeUndefined()
})
