import { expect, test } from 'vitest'
import { difference } from './audit.ts'

test('a value whose names come in another order, as the database gives it, has not changed', () => {
  const [before, after] = [{ form: { b: 1, a: [{ d: 1, c: 2 }] } }, { form: { a: [{ c: 2, d: 1 }], b: 1 } }]
  expect(difference(before, after)).toBeUndefined()
  expect(difference(before, { form: { a: [], b: 1 } })).toEqual({ before, after: { form: { a: [], b: 1 } } })
})
