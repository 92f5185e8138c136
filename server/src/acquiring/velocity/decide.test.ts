import fc from 'fast-check'
import { expect, test } from 'vitest'
import { broughtBy, type Count, decide } from './decide.ts'
import { readVelocityLimits, velocityKinds, velocityLimits } from './limits.ts'

const countOf = (count: Partial<Count>): Count => ({
  kind: 'link',
  subject: '1',
  begun: 1,
  approved: 0,
  asked: 0,
  declined: 0,
  windowMs: 600_000,
  held: false,
  ...count,
})
const onPage = { isUnderAttack: false, isFromPage: true }
const atServer = { isUnderAttack: false, isFromPage: false }
const stepOf = (counts: Partial<Count>[], where = onPage) => decide(counts.map(countOf), velocityLimits, where).step

test.each([
  ['a first card is allowed', [{}], 'allow'],
  ['from half of the limit on the bank authenticates', [{ begun: 8 }], 'authenticate'],
  ['up to the limit too', [{ begun: 15 }], 'authenticate'],
  ['beyond it there is a challenge', [{ begun: 16 }], 'challenge'],
  ['where banks asked first nothing was learned', [{ begun: 900, asked: 885 }], 'authenticate'],
  ['but of what they did not ask about', [{ begun: 900, asked: 884 }], 'challenge'],
  ['for an address it is the attempts that count', [{ kind: 'address', begun: 11, asked: 11 }], 'challenge'],
  ['a day has a limit of its own', [{}, { kind: 'link_day', begun: 41 }], 'challenge'],
  ['three declines come with ten approvals', [{ begun: 100 + 45, approved: 100 }], 'authenticate'],
  ['and one more is beyond that', [{ begun: 100 + 46, approved: 100 }], 'challenge'],
  ['what was beyond it not long ago is challenged', [{ begun: 1, held: true }], 'challenge'],
  ['the highest step counts', [{ kind: 'site' }, { kind: 'address', begun: 11 }, { kind: 'bin' }], 'challenge'],
  ['an order of one shopper is refused', [{ kind: 'order', begun: 11 }], 'refuse'],
  ['so is one card', [{ kind: 'card', begun: 11 }, { kind: 'site' }], 'refuse'],
  ['an address never is', [{ kind: 'address', begun: 5_000, declined: 5_000 }], 'challenge'],
  ['a link is when the acquirer tells of its cards all the same', [{ begun: 200, declined: 151 }], 'refuse'],
] as const)('%s', (_, counts, step) => expect(stepOf([...counts])).toBe(step))

test('a server of a merchant is refused for a card, and not for what is done to its site', () => {
  expect(stepOf([{ kind: 'site', begun: 9_000, declined: 9_000 }], atServer)).toBe('challenge')
  expect(stepOf([{ kind: 'card', begun: 11 }], atServer)).toBe('refuse')
})

test('a site under attack is challenged at once, and a refusal says for how long', () => {
  expect(stepOf([{}], { ...onPage, isUnderAttack: true })).toBe('challenge')
  const verdict = decide([countOf({ kind: 'card', begun: 20, windowMs: 3_600_000 })], velocityLimits, onPage)
  // After that time 20 attempts have faded to the 10 that are free.
  expect(verdict).toMatchObject({ step: 'refuse', retryAfterSeconds: Math.ceil(3_600 * Math.log(2)) })
})

test('more approvals never make it harder, and more attempts never make it easier', () => {
  const steps = ['allow', 'authenticate', 'challenge', 'refuse']
  const some = fc.integer({ min: 0, max: 300 })
  fc.assert(
    fc.property(fc.constantFrom(...velocityKinds), some, some, some, some, (kind, failed, approved, declined, more) => {
      const at = (begun: number, approvals: number) =>
        steps.indexOf(stepOf([{ kind, begun, approved: approvals, declined }]))
      expect(at(failed + approved + more, approved)).toBeGreaterThanOrEqual(at(failed + approved, approved))
      expect(at(failed + approved + more, approved + more)).toBeLessThanOrEqual(at(failed + approved, approved))
    }),
  )
})

test.each([
  ['allow', false, 0, 'proof'],
  ['authenticate', false, 2_999, undefined],
  ['authenticate', false, 3_000, 'proof'],
  ['authenticate', true, 0, 'proof'],
  ['challenge', true, 0, 'proof'],
  ['challenge', false, 14_999, undefined],
  ['challenge', false, 15_000, 'waited'],
] as const)('a step of %s with a puzzle solved: %s, and a page open for %d ms: %s', (step, solved, openForMs, brings) =>
  expect(broughtBy(step, { solved, openForMs })).toBe(brings),
)

test('numbers that cannot be are refused before anything starts', () => {
  for (const text of ['', 'of', 'site', 'road=1/PT1H', 'site=1/PT49H', 'site=1/P', 'site=-1/PT1H', 'site=1/PT0S'])
    expect([text, readVelocityLimits(text)]).toEqual([text, { problem: expect.stringContaining('address, card') }])
  expect(readVelocityLimits('off')).toEqual({ limits: {} })
  expect(readVelocityLimits('site=5/PT1H')).toMatchObject({ limits: { site: { free: 5 }, link: velocityLimits.link } })
})
