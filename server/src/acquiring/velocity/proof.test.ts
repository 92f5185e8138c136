import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { generateKeys, readKeyRing } from '#kernel/crypto/keys.ts'
import { makePuzzle, readEvidence } from './proof.ts'

const keys = readKeyRing(generateKeys())
const parts = { keys, bits: 6 }
const now = Temporal.Instant.from('2026-05-04T10:00:00Z')

function solve({ text, count, bits }: ReturnType<typeof makePuzzle>): string {
  const numbers = Array.from({ length: count }, (_, task) => {
    for (let number = 0; ; number++) {
      const hash = createHash('sha256')
        .update(`${text}.${task}.${number.toString(36)}`)
        .digest()
      if (hash.readUInt32BE(0) >>> (32 - bits) === 0) return number.toString(36)
    }
  })
  return numbers.join('.')
}

const puzzle = makePuzzle(parts, 'checkout 1 1', now)
const form = { puzzle: puzzle.text, proof: solve(puzzle) }
const later = now.add({ seconds: 20 })

test('a solved puzzle counts for its own form, and one that was only shown says how long that is ago', () => {
  expect(readEvidence(parts, 'checkout 1 1', form, later)).toEqual({ solved: true, openForMs: 20_000 })
  expect(readEvidence(parts, 'checkout 1 1', { puzzle: puzzle.text, proof: '' }, later)).toEqual({
    solved: false,
    openForMs: 20_000,
  })
})

test.each([
  ['of another attempt', 'checkout 1 2', form, later],
  ['of another page', 'subscription 1 1', form, later],
  [
    'sealed by nobody',
    'checkout 1 1',
    { ...form, puzzle: `${puzzle.text.split('.')[0]}.AAAAAAAAAAAAAAAAAAAAAA` },
    later,
  ],
  ['dated back', 'checkout 1 1', { ...form, puzzle: puzzle.text.replace(/^\w/, 'a') }, later],
  ['from the future', 'checkout 1 1', form, now.subtract({ seconds: 1 })],
  ['of yesterday', 'checkout 1 1', form, now.add({ hours: 3 })],
  ['that is none', 'checkout 1 1', {}, later],
  ['sent twice', 'checkout 1 1', { ...form, puzzle: [puzzle.text, puzzle.text] }, later],
])('a puzzle %s shows nothing', (_, scope, fields, at) =>
  expect(readEvidence(parts, scope, fields, at)).toEqual({ solved: false, openForMs: 0 }),
)

test.each([
  ['one number too few', form.proof.split('.').slice(1).join('.')],
  ['a number too many', `${form.proof}.0`],
  ['numbers in another order', form.proof.split('.').reverse().join('.')],
  ['numbers that are none', form.proof.replaceAll(/\w+/g, '-1')],
])('a proof with %s is not solved', (_, proof) =>
  expect(readEvidence(parts, 'checkout 1 1', { ...form, proof }, later).solved).toBe(false),
)
