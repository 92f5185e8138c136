import { expect, test } from 'vitest'
import { type BinFacts, factsOf, spanOf } from './bin.ts'

const range = (digits: string, facts: BinFacts) => ({ ...spanOf(digits), facts })
const visa = { brand: 'visa', type: 'debit', country: 'RO', bank: 'Bank One' }

test('a range says what it knows of every number in it', () => {
  const ranges = [range('411111', visa)]
  expect(factsOf('411111', ranges)).toEqual(visa)
  expect(factsOf('41111122', ranges)).toEqual(visa)
  expect(factsOf('411112', ranges)).toEqual({})
})

test('a narrower range is an exception, and of fewer digits only what holds of all cards is known', () => {
  const ranges = [range('411111', visa), range('41111122', { ...visa, bank: 'Bank Two', level: 'gold' })]
  expect(factsOf('41111122', ranges)).toEqual({ ...visa, bank: 'Bank Two', level: 'gold' })
  expect(factsOf('41111121', ranges)).toEqual(visa)
  expect(factsOf('411111', ranges)).toEqual({ brand: 'visa', type: 'debit', country: 'RO' })
})

test('where a part of the numbers is in no range, nothing is known of all of them', () => {
  const ranges = [range('41111122', visa)]
  expect(factsOf('411111', ranges)).toEqual({})
  expect(factsOf('4111112', ranges)).toEqual({})
  expect(factsOf('41111122', ranges)).toEqual(visa)
})

test('ranges that cover the digits together count as one', () => {
  const halves = [
    { low: 41111100000n, high: 41111149999n, facts: visa },
    { low: 41111150000n, high: 41111199999n, facts: { ...visa, type: 'credit' } },
  ]
  expect(factsOf('411111', halves)).toEqual({ brand: 'visa', country: 'RO', bank: 'Bank One' })
})
