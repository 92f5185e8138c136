import { describe, expect, test } from 'vitest'
import type { SubmissionId } from '../ids.ts'
import { isAdult } from './age.ts'
import { readPhoneNumber } from './phone-number.ts'
import { type Done, notBegun, progressOf } from './progress.ts'
import { type KycStep, kycSteps } from './steps.ts'

const all = kycSteps.filter((step) => step !== 'confirm-pep')
const inOrder = (steps: readonly KycStep[]) => new Map(steps.map((step, at) => [step, BigInt(at + 1) as SubmissionId]))
const missing = (done: Partial<Done>) => progressOf({ ...notBegun, ...done }).missing

describe('what is missing', () => {
  test('is everything at first, but no confirmation', () => {
    expect(missing({})).toEqual(all)
    expect(missing({ submitted: inOrder(['gender', 'pep']) })).toEqual(
      all.filter((step) => step !== 'gender' && step !== 'pep'),
    )
  })

  test('is nothing when each step was submitted, in any order', () => {
    expect(missing({ submitted: inOrder(all) })).toEqual([])
    expect(missing({ submitted: inOrder(all.toReversed()) })).toEqual([])
    const submitted = inOrder(all.filter((step) => step !== 'poa-verification'))
    expect(progressOf({ ...notBegun, submitted })).toMatchObject({
      steps: { agreement: true, 'id-verification': true, 'poa-verification': false },
      missing: ['poa-verification'],
    })
  })

  test('is the confirmation after a yes, and again after another answer', () => {
    expect(missing({ submitted: inOrder(all), isPep: true })).toEqual(['confirm-pep'])
    expect(missing({ submitted: inOrder([...all, 'confirm-pep']), isPep: true })).toEqual([])
    expect(missing({ submitted: inOrder(['confirm-pep', ...all]), isPep: true })).toEqual(['confirm-pep'])
  })

  test('is a step that was sent back, until it is submitted once more', () => {
    const sentBack = new Map([['residence', 3n as SubmissionId] as const])
    expect(missing({ submitted: inOrder(all), sentBack })).toEqual(['residence'])
    expect(missing({ submitted: new Map([...inOrder(all), ['residence', 9n as SubmissionId]]), sentBack })).toEqual([])
  })
})

describe('an adult', () => {
  test.each([
    ['2008-05-04', '2026-05-04', true],
    ['2008-05-05', '2026-05-04', false],
    ['2008-02-29', '2026-02-28', false],
    ['2008-02-29', '2026-03-01', true],
    ['2026-05-05', '2026-05-04', false],
    ['1895-05-04', '2026-05-04', false],
    ['1900-01-01', '2026-05-04', true],
  ])('born on %s is one on %s: %s', (born, today, is) => {
    expect(isAdult(Temporal.PlainDate.from(born), Temporal.PlainDate.from(today))).toBe(is)
  })
})

test.each([
  ['+40 721 234 567', '+40721234567'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+1-212-555-0123', '+12125550123'],
  ['0721 234 567', undefined],
  ['+40 7', undefined],
  ['+999 123456789', undefined],
  ['call me', undefined],
  ['+40 721 234 567 ext. 9', undefined],
  [`+40 721 234 567${' '.repeat(100)}`, undefined],
])('the phone number %s is read as %s', (typed, number) => {
  expect(readPhoneNumber(typed)).toBe(number)
})
