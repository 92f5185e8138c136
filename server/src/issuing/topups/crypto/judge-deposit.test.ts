import { expect, test } from 'vitest'
import type { Deposit } from '#issuing/deposits'
import { judgeDeposit } from './judge-deposit.ts'

const now = Temporal.Instant.from('2026-05-04T10:10:00Z')
const expiresAt = Temporal.Instant.from('2026-05-04T10:15:00Z')
const [chainId, assetId] = [1n as Deposit['chainId'], 7n as NonNullable<Deposit['assetId']>]
const deposit = { assetId, chainId, sender: '0xa', quantity: 100n as Deposit['quantity'], createdAt: now }
const order = { chainId, assetId, sender: '0xa', maximum: 1_000n, left: 100n, expiresAt }
const usual = {
  now,
  isListed: false,
  accountIsOpen: true,
  customer: 'allowed' as const,
  arrived: 100n,
  isMoreSeen: false,
}
const quantityOf = (units: bigint) => units as Deposit['quantity']

test('what was ordered has the rate of the quote', () => {
  expect(judgeDeposit(deposit, order, usual)).toEqual({ action: 'credit', quoted: 100n })
})

test('of too much, what was ordered has the rate of the quote, and the rest that of now', () => {
  const much = { ...deposit, quantity: quantityOf(150n) }
  expect(judgeDeposit(much, order, { ...usual, arrived: 150n })).toEqual({ action: 'credit', quoted: 100n })
})

test('too little waits until the quote ends, and then has the rate of that moment', () => {
  const little = { ...deposit, quantity: quantityOf(60n) }
  expect(judgeDeposit(little, order, { ...usual, arrived: 60n })).toEqual({ action: 'wait', until: expiresAt })
  const later = { ...usual, arrived: 60n, now: expiresAt }
  expect(judgeDeposit(little, order, later)).toEqual({ action: 'credit', quoted: 0n })
  // What was seen in time is waited for, until it is confirmed or gone.
  expect(judgeDeposit(little, order, { ...later, isMoreSeen: true })).toEqual({ action: 'wait', until: expiresAt })
})

test('two deposits that are enough together have the rate of the quote', () => {
  const little = { ...deposit, quantity: quantityOf(60n) }
  expect(judgeDeposit(little, order, { ...usual, arrived: 120n })).toEqual({ action: 'credit', quoted: 60n })
  expect(judgeDeposit(little, { ...order, left: 40n }, { ...usual, arrived: 60n })).toEqual({
    action: 'credit',
    quoted: 40n,
  })
})

test('what is seen after the quote has ended has the rate of now, however long ago it was sent', () => {
  const late = { ...deposit, createdAt: expiresAt.add({ seconds: 1 }) }
  expect(judgeDeposit(late, order, { ...usual, arrived: 0n })).toEqual({ action: 'credit', quoted: 0n })
})

test.each([
  ['unknown_asset', { assetId: undefined }, {}],
  ['wrong_chain', { chainId: 2n as Deposit['chainId'] }, {}],
  ['wrong_asset', { assetId: 8n as Deposit['assetId'] }, {}],
  ['sender_differs', { sender: '0xb' }, {}],
  ['account_closed', {}, { accountIsOpen: false }],
  ['customer_not_approved', {}, { customer: 'parked' as const }],
  ['above_maximum', { quantity: quantityOf(1_001n) }, {}],
])('%s is parked for an operator', (reason, odd, circumstances) => {
  expect(judgeDeposit({ ...deposit, ...odd }, order, { ...usual, ...circumstances })).toEqual({
    action: 'park',
    reason,
  })
})

test('coins for a customer who is stopped are frozen, and so are those of a sender on a list, whatever else is odd', () => {
  const odd = { ...deposit, sender: '0xb', assetId: undefined }
  expect(judgeDeposit(odd, order, { ...usual, customer: 'frozen' })).toEqual({
    action: 'freeze',
    reason: 'customer_stopped',
  })
})

test('a sender on a sanctions list is frozen, whatever else is odd', () => {
  const odd = { ...deposit, sender: '0xb', assetId: undefined }
  expect(judgeDeposit(odd, order, { ...usual, isListed: true })).toEqual({
    action: 'freeze',
    reason: 'sanctioned_sender',
  })
})
