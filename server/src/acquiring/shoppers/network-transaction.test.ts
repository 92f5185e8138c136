import { expect, test } from 'vitest'
import { readNetworkTransaction } from './network-transaction.ts'

const now = Temporal.Instant.from('2026-05-05T12:00:00Z')

test('the original transaction of a card tokenised elsewhere is named by both its id and its date, or not at all', () => {
  const read = (id?: string, date?: string) => {
    try {
      return readNetworkTransaction({ id, date }, now)
    } catch (error) {
      return (error as { field: string }).field
    }
  }
  const ms = String(now.epochMilliseconds)
  expect(read()).toBeUndefined()
  expect(read('015841570420003', ms)).toEqual({ id: '015841570420003', at: now })
  expect(read('015841570420003')).toBe('networkTransactionDate')
  expect(read(undefined, ms)).toBe('networkTransactionId')
  expect(read('no spaces', ms)).toBe('networkTransactionId')
  expect(read('015841570420003', String(now.epochMilliseconds + 1))).toBe('networkTransactionDate')
  expect(read('015841570420003', '2026-01-01')).toBe('networkTransactionDate')
})
