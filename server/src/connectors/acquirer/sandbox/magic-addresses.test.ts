import { expect, test } from 'vitest'
import { addressChecksOf } from './magic-addresses.ts'

test.each([
  ['7 Oven Street', '010101', 'match', 'match'],
  ['7 Oven Street', '00000', 'match', 'mismatch'],
  [' 1 wrong street ', '010101', 'mismatch', 'match'],
  ['1 Wrong Street', '00000', 'mismatch', 'mismatch'],
  [undefined, '010101', 'unavailable', 'match'],
  ['7 Oven Street', undefined, 'match', 'unavailable'],
] as const)('the bank compares street %s and postal code %s each by itself', (street, zipCode, address, postalCode) => {
  const billing = { country: 'RO', state: undefined, city: undefined, street, zipCode }
  expect(addressChecksOf(billing)).toEqual({ address, postalCode })
})

test('without an address the check is unavailable', () => {
  expect(addressChecksOf(undefined)).toEqual({ address: 'unavailable', postalCode: 'unavailable' })
})
