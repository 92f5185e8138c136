import { expect, test } from 'vitest'
import { type CustomerFieldName, customerFieldNames } from '#core/pages'
import { readCustomerFields } from './customer-input.ts'

const all = customerFieldNames.map((name) => ({ name, required: false }))
const problemOf = (name: CustomerFieldName, text: unknown, required = false) => {
  const read = readCustomerFields({ [name]: text }, [{ name, required }])
  return 'errors' in read ? read.errors.map(({ problem }) => problem).join() : 'fine'
}

test('requested fields are read, without surrounding spaces and control characters', () => {
  const typed = {
    email: ' ana@example.com ',
    firstName: 'Ana\u0000  Maria\n',
    phone: '+40 (721) 234-567',
    country: 'RO',
  }
  expect(readCustomerFields(typed, all)).toEqual({
    facts: { email: 'ana@example.com', firstName: 'Ana Maria', phone: '+40721234567', country: 'RO' },
  })
})

test('fields that were not requested are not read', () => {
  expect(
    readCustomerFields({ email: 'ana@example.com', isAdmin: '1', city: 'Cluj' }, [{ name: 'city', required: true }]),
  ).toEqual({
    facts: { city: 'Cluj' },
  })
})

test.each([
  ['firstName', '', 'answer_missing'],
  ['firstName', undefined, 'answer_missing'],
  ['firstName', ['Ana'], 'answer_missing'],
  ['firstName', 'a'.repeat(101), 'answer_too_long'],
  ['address', 'a'.repeat(151), 'answer_too_long'],
  ['email', 'ana', 'email_unreadable'],
  ['email', 'ana@example', 'email_unreadable'],
  ['email', `${'a'.repeat(150)}@example.com`, 'answer_too_long'],
  ['phone', '12345678901234567', 'phone_unreadable'],
  ['phone', 'none', 'phone_unreadable'],
  ['zipCode', '40<0', 'zip_code_unreadable'],
  ['country', 'XX', 'country_unknown'],
  ['address', '4111 1111-1111 1111', 'answer_is_card_number'],
  ['zipCode', '4111111111111111', 'answer_is_card_number'],
] as const)('a required %s of %j is answered with %s', (name, text, problem) => {
  expect(problemOf(name, text, true)).toBe(problem)
})

test('what is not required may be left empty, but not be wrong', () => {
  expect(problemOf('email', '')).toBe('fine')
  expect(problemOf('email', 'ana')).toBe('email_unreadable')
})

test.each([
  ['of the country', { country: 'US', state: 'US-NY' }, { facts: { country: 'US', state: 'US-NY' } }],
  ['of another country', { country: 'US', state: 'CA-ON' }, { errors: [{ field: 'state', problem: 'state_unknown' }] }],
  ['missing where there are some', { country: 'CA' }, { errors: [{ field: 'state', problem: 'answer_missing' }] }],
  ['left over from another choice', { country: 'RO', state: 'US-NY' }, { facts: { country: 'RO' } }],
  ['nowhere', { country: 'US', state: 'US-XX' }, { errors: [{ field: 'state', problem: 'state_unknown' }] }],
])('a state %s', (_, typed, read) => {
  const wanted = (['country', 'state'] as const).map((name) => ({ name, required: true }))
  expect(readCustomerFields(typed, wanted)).toEqual(read)
})

test('a state may be one of a country that is known already', () => {
  const wanted = [{ name: 'state', required: true }] as const
  expect(readCustomerFields({ state: 'US-NY' }, wanted, 'US')).toEqual({ facts: { state: 'US-NY' } })
  expect(readCustomerFields({}, wanted, 'US')).toMatchObject({ errors: [{ problem: 'answer_missing' }] })
})
