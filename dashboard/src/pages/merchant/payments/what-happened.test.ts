import { expect, test } from 'vitest'
import { happenedTexts, whatHappened } from './what-happened.ts'

test('only what was captured is said to be paid; what was cancelled or held was not charged', () => {
  const of = (status: Parameters<typeof whatHappened>[0]['status']) => whatHappened({ type: 'deposit', status })
  expect(['captured', 'disputed', 'chargedBack', 'refunded'].map((status) => of(status as 'captured'))).toEqual(
    Array(4).fill('paid'),
  )
  const facts = { who: 'Ana', card: 'Visa ··1111', when: 'today', sum: '€18.00', kind: 'Payment' }
  for (const status of ['cancelled', 'voided', 'authorized', 'verified'] as const)
    expect(happenedTexts.en[of(status)](facts)).toMatch(/[Nn]othing (is|was) charged/)
  expect(happenedTexts.en[of('uncertain')](facts)).toContain('do not charge again')
})

test('a refund is no payment of the customer, whatever its status', () => {
  for (const status of ['refunding', 'refunded', 'failed', 'uncertain'] as const)
    expect(whatHappened({ type: 'refund', status })).toBe('other')
})
