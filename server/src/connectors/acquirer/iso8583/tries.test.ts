import { expect, test } from 'vitest'
import { acceptedCodes, codesOf } from './response-codes.ts'
import { otherTries, verdictOf, withAnswer } from './tries.ts'

const rules = { codes: codesOf({}), acceptedCodes: new Set(acceptedCodes) }

test.each([
  ['a payout whose answer is lost, and whose repeat finds the host busy', [null], '96', 'unknown'],
  ['a refund as a request: the same', [null], '96', 'unknown'],
  ['busy, then taken with the answer lost, then "has it already"', ['96', null], '94', 'done'],
  ['the same of a reversal', ['96', null], '94', 'done'],
  ['busy, then unknown to the host: one answer that says so', ['96'], '25', 'notDone'],
  ['the first is refused', [], '51', 'notDone'],
  ['busy twice, then refused', ['96', '96'], '51', 'notDone'],
  ['the number was used for something else', [], '94', 'notDone'],
  ['in progress', [], '09', 'unknown'],
  ['a code that no table has', [], 'ZZ', 'unknown'],
  ['refused, where the first may have been taken', [null], '51', 'unknown'],
  ['approved, but only a part', [], '10', 'unknown'],
] as const)('%s', (_, others, code, verdict) => {
  expect(verdictOf(code, others, rules)).toBe(verdict)
})

/** What may really have happened to a try that was answered so: whether the host has carried it out. */
type Truth = { executed: boolean }
const truthsOf: Readonly<Record<string, readonly Truth[]>> = {
  nothing: [{ executed: true }, { executed: false }],
  '00': [{ executed: true }],
  '96': [{ executed: false }],
  '51': [{ executed: false }],
  '25': [{ executed: false }],
  '09': [{ executed: true }, { executed: false }],
  ZZ: [{ executed: true }, { executed: false }],
  '94': [{ executed: false }],
}
const answers = Object.keys(truthsOf)

/** Every way in which the tries can have gone, each try by itself. */
const worldsOf = (tries: readonly string[]): boolean[][] =>
  tries.reduce<boolean[][]>(
    (worlds, one) => worlds.flatMap((world) => truthsOf[one]!.map(({ executed }) => [...world, executed])),
    [[]],
  )

/** "Has it already" is the host's own word for a try whose answer was lost: then it was that one. */
function expected(tries: readonly string[]): string {
  const isKept = tries.at(-1) === '94' && tries.slice(0, -1).includes('nothing')
  const worlds = isKept ? [[true]] : worldsOf(tries)
  if (tries.at(-1) === '00' || worlds.every((world) => world.some(Boolean))) return 'done'
  return worlds.every((world) => !world.some(Boolean)) ? 'notDone' : 'unknown'
}

const sequences = (length: number): string[][] =>
  length === 0 ? [[]] : sequences(length - 1).flatMap((before) => answers.map((one) => [...before, one]))

test('all sequences of up to four tries mean what a model of all that may have happened says', () => {
  let compared = 0
  for (const length of [1, 2, 3, 4])
    for (const tries of sequences(length)) {
      const last = tries.at(-1)!
      // A message that is done is not sent again.
      if (last === 'nothing' || tries.slice(0, -1).some((_, index) => expected(tries.slice(0, index + 1)) === 'done'))
        continue
      const others = tries.slice(0, -1).map((one) => (one === 'nothing' ? null : one))
      expect([tries, verdictOf(last, others, rules)]).toEqual([tries, expected(tries)])
      compared++
    }
  expect(compared).toBeGreaterThan(2_000)
})

test('a try that another process sends meanwhile counts, and so do those of which nothing is kept', () => {
  expect(otherTries([], { attempts: 3, attempt: 2 })).toEqual([null, null])
  expect(otherTries(['96', null, '91'], { attempts: 3, attempt: 3 })).toEqual(['96', null])
  expect(withAnswer([], 3, '96')).toEqual([null, null, '96'])
  expect(withAnswer([null, null, '96'], 1, '91')).toEqual(['91', null, '96'])
})
