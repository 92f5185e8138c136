import { expect, test } from 'vitest'
import { digits, problems, read } from './test-request.ts'

const customer = (name: string, value: unknown, others: Record<string, unknown> = {}) =>
  read({ [`customer.${name}`]: value, ...others }).customer
const problemOf = (name: string, value: unknown, others: Record<string, unknown> = {}) =>
  problems({ [`customer.${name}`]: value, ...others })

test('a customer with an identifier only is enough, and no customer at all is a guest', () => {
  expect(read({ customer: { identifier: 'a' } }).customer).toEqual({ identifier: 'a', tags: [] })
  expect(read({ customer: undefined }).customer).toBeUndefined()
  expect(read({ customer: [] }).customer).toBeUndefined()
})

test('all fields of a customer are read', () => {
  const sent = {
    identifier: 'site0a1b_user_7',
    email: 'ana.pop@shop.example',
    firstName: 'Ana-Maria ',
    lastName: "D'Ávila Șerban",
    country: 'US',
    state: 'NY',
    city: 'New York',
    address: '1st Street, ap. 2',
    zipCode: 'NY 11222-1',
    phone: '0012120000000',
    tags: ['vip', 'PS_1.7.6-5'],
  }
  expect(read({ customer: sent }).customer).toEqual(sent)
})

test.each<[string, unknown, unknown]>([
  ['identifier', 'cardOnlyFlow', 'cardOnlyFlow'],
  ['identifier', 'p_17_20260102030405', 'p_17_20260102030405'],
  ['identifier', 'ana pop@shop.example', 'ana pop@shop.example'],
  ['identifier', 17, '17'],
  ['identifier', digits('12345678901234567890'), '12345678901234567890'],
  ['identifier', 'x'.repeat(92), 'x'.repeat(92)],
  ['email', '', undefined],
  ['email', null, undefined],
  ['email', ' ana@example.com\n', 'ana@example.com'],
  ['email', 'ana+shop@mail.example.co.uk', 'ana+shop@mail.example.co.uk'],
  ['email', 'ană@exămple.ro', 'ană@exămple.ro'],
  ['firstName', '', undefined],
  ['firstName', '😀'.repeat(100), '😀'.repeat(100)],
  ['city', 'Târgu Mureș', 'Târgu Mureș'],
  ['zipCode', 'sw1A 1AA', 'sw1A 1AA'],
  ['zipCode', 11222, '11222'],
  ['zipCode', '', undefined],
  ['phone', '', undefined],
  ['phone', '+', undefined],
  ['phone', '+40712345678', '+40712345678'],
  ['phone', '0712 345-678', '0712345678'],
  ['phone', '+1 (212) 555.0100', '+12125550100'],
  ['phone', 40712345678, '40712345678'],
  ['phone', '1234567890123456', '1234567890123456'],
  ['country', 'ro', 'RO'],
  ['country', '', undefined],
  ['tags', ['a', 'b', 'a'], ['a', 'b']],
  ['tags', [], []],
  ['tags', null, []],
  ['tags', [7], ['7']],
])('customer.%s may be %j', (name, value, expected) => {
  expect(customer(name, value)).toHaveProperty(name, expected)
})

test.each<[string, unknown, string]>([
  ['identifier', undefined, 'customer.identifier is required: your own identifier of the customer'],
  ['identifier', '', 'customer.identifier is required'],
  ['identifier', 'x'.repeat(93), 'customer.identifier may have at most 92 characters; it has 93'],
  ['identifier', 'a/b', 'customer.identifier must be your own identifier of the customer'],
  ['identifier', 'ștefan', 'customer.identifier must be your own identifier'],
  ['identifier', true, 'customer.identifier must be your own identifier'],
  ['identifier', { id: 1 }, 'it is an object'],
  ['email', 'ana', 'customer.email must be an e-mail address, such as ana@example.com; it is "ana"'],
  ['email', 'ana@example', 'customer.email must be an e-mail address'],
  ['email', 'a@b@example.com', 'customer.email must be an e-mail address'],
  ['email', 'ana@example.com, eve@example.com', 'customer.email must be an e-mail address'],
  ['email', 'ana@example.com\nBcc: eve@example.com', 'customer.email must not contain control characters'],
  ['email', `${'a'.repeat(150)}@example.com`, 'customer.email may have at most 150 characters; it has 162'],
  ['firstName', 'x'.repeat(101), 'customer.firstName may have at most 100 characters; it has 101'],
  ['lastName', 'x'.repeat(101), 'customer.lastName may have at most 100 characters; it has 101'],
  ['lastName', 'a\u0000b', 'customer.lastName must not contain control characters'],
  ['lastName', 'a\ud83d', 'customer.lastName must not contain control characters'],
  ['firstName', ['Ana'], 'customer.firstName must be a first name; it is a list'],
  ['city', 'x'.repeat(101), 'customer.city may have at most 100 characters; it has 101'],
  ['address', 'x'.repeat(151), 'customer.address may have at most 150 characters; it has 151'],
  ['address', 'a\nb', 'customer.address must not contain control characters'],
  ['zipCode', '1/2', 'customer.zipCode must be a postal code'],
  ['zipCode', '1'.repeat(101), 'customer.zipCode may have at most 100 characters; it has 101'],
  ['phone', '12345678901234567', 'customer.phone must be at most 16 digits with or without a leading +'],
  ['phone', 'call me', 'customer.phone must be at most 16 digits'],
  ['phone', '++40712345678', 'customer.phone must be at most 16 digits'],
  ['phone', '0 '.repeat(30), 'customer.phone must be at most 16 digits'],
  ['country', 'ROU', 'customer.country must be a two-letter country code of ISO 3166-1, such as RO; it is "ROU"'],
  ['country', 'ZZ', 'customer.country must be a two-letter country code'],
  ['country', 'Romania', 'customer.country must be a two-letter country code'],
  ['country', 642, 'customer.country must be a two-letter country code'],
  ['tags', 'vip', 'customer.tags must be a list of tags; it is "vip"'],
  ['tags', ['a b'], 'customer.tags[0] must be a tag: letters, digits and - _ .; it is "a b"'],
  ['tags', ['ok', ''], 'customer.tags[1] is required'],
  ['tags', ['x'.repeat(101)], 'customer.tags[0] may have at most 100 characters'],
  ['tags', Array.from({ length: 101 }, (_, n) => `t${n}`), 'customer.tags may have at most 100 entries; it has 101'],
])('customer.%s may not be %j', (name, value, problem) => {
  const found = problemOf(name, value)
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(problem)
})

test('a customer must be an object', () => {
  expect(problems({ customer: 'ana' })).toEqual(['customer must be an object; it is "ana"'])
})

test.each([
  ['US', 'NY', 'NY'],
  ['US', 'ny', 'NY'],
  ['us', 'US-NY', 'NY'],
  ['CA', 'ON', 'ON'],
  ['US', 'PR', 'PR'],
])('in %s, state %s is %s', (country, state, expected) => {
  expect(customer('state', state, { 'customer.country': country })?.state).toBe(expected)
})

test.each<[string | undefined, string, string]>([
  ['US', 'ON', 'customer.state must be a two-letter code of ISO 3166-2:US, such as'],
  ['CA', 'NY', 'customer.state must be a two-letter code of ISO 3166-2:CA, such as'],
  ['US', 'New York', 'customer.state must be'],
  ['RO', 'B', 'customer.state is for country US or CA only; leave it out for RO'],
  [undefined, 'NY', 'customer.state needs customer.country, which must be US or CA'],
  ['', 'NY', 'customer.state needs customer.country'],
])('in %s, state %s is refused', (country, state, problem) => {
  const found = problemOf('state', state, { 'customer.country': country })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(problem)
})

test('with a wrong country, a state beside it is no further problem', () => {
  expect(problemOf('state', 'NY', { 'customer.country': 'USA' })).toHaveLength(1)
})
