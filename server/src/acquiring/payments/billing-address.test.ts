import { expect, test } from 'vitest'
import { billingAddressOf } from './billing-address.ts'

const unknown = { country: undefined, state: undefined, city: undefined, address: undefined, zipCode: undefined }
const ana = { country: 'RO', state: 'B', city: 'Bucharest', address: '7 Oven Street', zipCode: '010101' }
const atHome = { country: 'RO', state: 'B', city: 'Bucharest', street: '7 Oven Street', zipCode: '010101' }

test.each([
  ['the customer’s own', ana, undefined, atHome],
  ['the customer’s, when the cardholder lives there', ana, { country: 'RO' }, atHome],
  ['only the country of a cardholder who lives elsewhere', ana, { country: 'DE' }, { country: 'DE', state: undefined }],
  ['only the state of a cardholder who lives in another', ana, { state: 'CJ' }, { country: 'RO', state: 'CJ' }],
  ['what the store says of a cardholder, where nothing else is known', unknown, { country: 'DE' }, { country: 'DE' }],
  ['none, when nothing is known', unknown, undefined, undefined],
])('the address that a bank compares is %s', (_, customer, cardholder, address) => {
  expect(billingAddressOf(customer, cardholder)).toEqual(address)
})
