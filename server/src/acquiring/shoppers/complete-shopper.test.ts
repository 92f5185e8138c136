import { expect, test } from 'vitest'
import { completeShopper } from './complete-shopper.ts'
import type { Shopper } from './shopper.ts'

const ana = { id: 7n, version: 3, email: 'ana@example.com', removed: false } as unknown as Shopper

test('facts that are not known yet are taken, and those that are known stay', () => {
  const { shopper, writes } = completeShopper(ana, { email: 'eve@example.com', phone: '0721000000', city: undefined })
  expect(shopper).toMatchObject({ email: 'ana@example.com', phone: '0721000000', version: 4 })
  expect(writes).toHaveLength(2)
  expect(completeShopper(ana, { email: 'eve@example.com' })).toEqual({ shopper: ana, writes: [] })
})

test('a state is kept as the code within its country', () => {
  expect(completeShopper(ana, { country: 'US', state: 'US-NY' }).shopper).toMatchObject({ country: 'US', state: 'NY' })
})

test('of a customer whom the store has deleted nothing is learnt', () => {
  const gone = { ...ana, removed: true }
  expect(completeShopper(gone, { phone: '0721000000' })).toEqual({ shopper: gone, writes: [] })
})
