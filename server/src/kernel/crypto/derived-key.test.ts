import { expect, test } from 'vitest'
import { derivedKey } from './derived-key.ts'
import { generateKeys, readKeyRing } from './keys.ts'

test('a derived key is the same for the same facts and keys, and another for any other', () => {
  const [text, other] = [generateKeys(), generateKeys()]
  const keyOf = (facts: readonly string[], keys = text) => derivedKey(readKeyRing(keys), facts)
  const facts = ['renewal', '1376', '3', '1']
  expect(keyOf(facts)).toBe(keyOf(facts))
  expect(keyOf(facts)).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  const others = [keyOf(['renewal', '1376', '31']), keyOf(['renewal', '1376', '3', '2']), keyOf(facts, other)]
  expect(new Set([keyOf(facts), ...others]).size).toBe(4)
})
