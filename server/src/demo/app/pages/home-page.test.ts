import { expect, test } from 'vitest'
import type { Look } from '../look.ts'
import { homePage } from './home-page.ts'

const now = Temporal.Instant.from('2026-05-04T10:00:00Z')
const account = { id: 'a', currency: 'EUR', status: 'active', createdAt: '2026-05-04T09:00:00Z' }
const look = (funds: { balance: string; held: string; available: string }): Look => ({
  account: { ...account, ...funds },
  card: { id: 'c', status: 'active', last4: '4242', expiryMonth: 5, expiryYear: 2030, createdAt: account.createdAt },
  challenge: undefined,
  activity: [],
})
const textOf = (shown: Look): string =>
  String(homePage({ look: shown }, { customers: [{ id: 'cust_1', name: 'Ada <3' }], look: shown, now }).main)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('the first figure is what can be spent, and what is held is said', () => {
  expect(textOf(look({ balance: '100.00', held: '37.60', available: '62.40' }))).toMatch(
    /To spend €62\.40 €37\.60 is held/,
  )
})

test('a customer who owes reads how much, and what pays it', () => {
  const text = textOf(look({ balance: '-12.30', held: '0.00', available: '0.00' }))
  expect(text).toMatch(/You owe €12\.30 A shop has booked more than was there\. Your next topup pays it\./)
  expect(text).not.toContain('held')
})

test('a name that the customer has typed stays text', () => {
  expect(textOf(look({ balance: '0.00', held: '0.00', available: '0.00' }))).toContain('Ada &lt;3')
})
