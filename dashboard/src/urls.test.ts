import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, foundAt, home, scopeOf, searchOf, withSearch } from './urls.ts'

const ids = fc.string({ minLength: 1, maxLength: 12 })
const scopes = fc.oneof(
  fc.constant({ kind: 'platform' } as const),
  ids.map((id) => ({ kind: 'merchant', id }) as const),
  ids.map((id) => ({ kind: 'partner', id }) as const),
)

test('an address is read as it was built: its scope, and what it says beside its path', () => {
  const searches = fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), fc.string({ minLength: 1 }))
  fc.assert(
    fc.property(scopes, ids, searches, (scope, part, search) => {
      const address = withSearch(at(scope, part), search)
      const question = address.indexOf('?')
      const path = question < 0 ? address : address.slice(0, question)
      expect(scopeOf(path)).toEqual(scope)
      expect(searchOf(question < 0 ? '' : address.slice(question))).toEqual(search)
    }),
  )
})

test('what is empty is left out of an address', () => {
  expect(withSearch('/op/payments', { status: '', page: '2' })).toBe('/op/payments?page=2')
  expect(withSearch('/op/payments', { status: '' })).toBe('/op/payments')
})

test('a payment that was found opens below the operator, who has a page of it, and else below its merchant', () => {
  const payment = { kind: 'payment', id: '1042', merchantId: '7' } as const
  expect(foundAt({ kind: 'platform' }, payment)).toBe('/op/payments/1042')
  expect(foundAt({ kind: 'merchant', id: '7' }, payment)).toBe('/m/7/payments/1042')
  expect(foundAt({ kind: 'merchant', id: '8' }, payment)).toBe('/m/7/payments/1042')
})

test('a thing that was found opens below its owner', () => {
  const operator = { kind: 'platform' } as const
  expect(foundAt(operator, { kind: 'order', id: '1042', merchantId: '7' })).toBe('/m/7/orders/1042')
  expect(foundAt(operator, { kind: 'event', id: 'evt_1', partnerId: '501' })).toBe('/p/501/webhooks/events/evt_1')
  expect(foundAt(operator, { kind: 'merchant-payout', id: '3', merchantId: '7' })).toBe('/op/money/payouts/3')
  const request = { kind: 'request', id: 'f2f1' } as const
  expect(foundAt(operator, { ...request, merchantId: '7' })).toBe('/m/7/developers/requests/f2f1')
  expect(foundAt(operator, { ...request, partnerId: '501' })).toBe('/p/501/developers/requests/f2f1')
  expect(foundAt(operator, { kind: 'merchant', id: '7' })).toBe(`${home(operator)}/merchants/7`)
})
