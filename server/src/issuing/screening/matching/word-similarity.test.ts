import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jaroWinkler } from './jaro-winkler.ts'
import { tokensOf } from './name-tokens.ts'
import { mayBeAlike, similarFrom } from './word-similarity.ts'

test('no two words are ruled out by their letters that the measure finds alike', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'm', 'n', 'o', 'r', '7'), minLength: 2, maxLength: 9 })
  let alike = 0
  fc.assert(
    fc.property(word, word, (first, second) => {
      const [one, other] = [tokensOf(first)[0]!, tokensOf(second)[0]!]
      if (jaroWinkler(one.text, other.text) < similarFrom) return true
      alike++
      return mayBeAlike(one, other)
    }),
    { numRuns: 20_000 },
  )
  expect(alike).toBeGreaterThan(100)
})
