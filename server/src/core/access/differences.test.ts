import { expect, test } from 'vitest'
import { differencesIn, isOverSomethingElse } from './differences.ts'

test('what differs is named with what it was and what it is', () => {
  expect(differencesIn({ decision: 'approve', version: 3 }, { decision: 'approve', version: 4 })).toBe(
    'version was 3 and is 4',
  )
  expect(differencesIn({ amount: '5.00', note: { a: 1 } }, { amount: '6.00', more: true, gone: undefined })).toBe(
    'amount was 5.00 and is 6.00, note was {"a":1} and is not there, more was not there and is true',
  )
  expect(differencesIn('close', 'reopen')).toBe('it was close and is reopen')
  expect(differencesIn({ before: { a: 1, b: 2 } }, { before: { b: 2, a: 1 } })).toBe('')
  expect(differencesIn({ days: 1, before: { days: 7, a: 1 } }, { days: 1, before: { a: 1, days: 3 } })).toBe(
    'days was 7 and is 3',
  )
})

test('only what the caller does not say may make it a deed over something else', () => {
  const approved = { amount: '5.00', before: { days: 1 } }
  expect(isOverSomethingElse(approved, { amount: '5.00', before: { days: 2 } })).toBe(true)
  expect(isOverSomethingElse(approved, { amount: '6.00', before: { days: 2 } })).toBe(false)
})
