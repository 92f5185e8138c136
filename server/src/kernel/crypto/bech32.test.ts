import { expect, test } from 'vitest'
import { readBech32 } from './bech32.ts'

test('the examples of BIP 173 are read, and their bytes are right', () => {
  expect(readBech32('a12uel5l', 'a')).toEqual(Buffer.alloc(0))
  const all = readBech32('abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw', 'abcdef')
  expect(all?.toString('hex')).toBe('00443214c74254b635cf84653a56d7c675be77df')
})

test.each([
  ['another prefix', 'b12uel5l'],
  ['a letter that is not in the alphabet', 'a12uelbl'],
  ['a changed letter', 'a12uel5q'],
  ['too few letters', 'a1uel5l'],
  ['letters in capitals', 'A12UEL5L'],
])('%s is refused', (_name, text) => {
  expect(readBech32(text, 'a')).toBeUndefined()
})
