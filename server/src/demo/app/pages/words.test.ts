import { expect, test } from 'vitest'
import type { Topup, Transaction } from '../shapes.ts'
import {
  amountText,
  clockText,
  dayText,
  isNegative,
  isNothing,
  secondsUntil,
  statusOf,
  topupStatusOf,
} from './words.ts'

const now = Temporal.Instant.from('2026-05-04T10:00:00Z')

test.each([
  ['0.00', 'EUR', '€0.00'],
  ['1284.40', 'EUR', '€1,284.40'],
  ['-1000000.00', 'GBP', '−£1,000,000.00'],
  ['12.00', 'CHF', 'CHF 12.00'],
  ['1500', 'JPY', 'JPY 1,500'],
])('%s %s is written %s', (decimal, currency, text) => {
  expect(amountText(decimal, currency)).toBe(text)
})

test('nothing is neither more nor less than zero', () => {
  expect(['0', '0.00', '-0.00', '0.01', '-0.01', '10.00'].map(isNothing)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(['0.00', '-0.00', '-0.01', '5.00'].map(isNegative)).toEqual([false, false, true, false])
})

test('days are named as people do, in UTC', () => {
  const moments = ['2026-05-04T00:00:00Z', '2026-05-03T23:59:59Z', '2026-05-02T12:00:00Z']
  expect(moments.map((moment) => dayText(moment, now))).toEqual(['Today', 'Yesterday', '2 May 2026'])
})

test('what is left of ten minutes counts down to zero, and not below', () => {
  expect(['2026-05-04T10:09:58.500Z', '2026-05-04T09:00:00Z'].map((moment) => secondsUntil(moment, now))).toEqual([
    598, 0,
  ])
  expect([598, 60, 5].map(clockText)).toEqual(['9:58', '1:00', '0:05'])
})

const bread: Transaction = {
  id: '1',
  type: 'purchase',
  status: 'settled',
  amount: '4.20',
  currency: 'EUR',
  amounts: { held: '0.00', cleared: '4.20', refunded: '0.00' },
  merchantAmount: '4.20',
  merchantCurrency: 'EUR',
  merchant: { name: 'Bakery' },
  createdAt: '2026-05-04T10:00:00Z',
}

test.each<[Partial<Transaction>, string]>([
  [{}, 'Paid'],
  [{ amounts: { ...bread.amounts, refunded: '1.00' } }, 'Paid, €1.00 refunded'],
  [{ type: 'refund' }, 'Refunded'],
  [{ status: 'challenged' }, 'Waits for your approval'],
  [{ status: 'declined', declineReason: 'balance' }, 'Declined: there was not enough money'],
  [{ status: 'declined' }, 'Declined: it was not approved in the app'],
  [{ status: 'declined', declineReason: 'aNewRule' }, 'Declined: a rule of the bank'],
  [{ status: 'aNewStatus' }, 'aNewStatus'],
])('a payment with %o is called %s', (facts, text) => {
  expect(statusOf({ ...bread, ...facts }).text).toBe(text)
})

const topup: Topup = {
  id: 'topup_1',
  type: 'fiat',
  status: 'failed',
  amount: '20.00',
  currency: 'EUR',
  fees: '0.00',
  createdAt: bread.createdAt,
}

test('a topup that has failed says why, when that is known', () => {
  expect(topupStatusOf(topup).text).toBe('Declined')
  expect(topupStatusOf({ ...topup, failureReason: 'insufficient_funds' }).text).toBe('Declined: insufficient funds')
})
