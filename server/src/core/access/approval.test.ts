import { expect, test } from 'vitest'
import { money } from '#kernel/base/money.ts'
import { needsApproval, readApprovalRules } from './approval.ts'

const rulesOf = (text: string) => {
  const read = readApprovalRules(text)
  if ('problem' in read) throw new Error(read.problem)
  return read.rules
}
const partner = (id: string) => ({ kind: 'partner' as const, id })
const merchant = { kind: 'merchant' as const, id: '101' }

test('rules name actions everywhere, for a partner, or above an amount of a currency', () => {
  const rules = rulesOf(
    'kyc:decide@501, kyc:decide@502,topups:decide,refunds:create>500.00EUR, refunds:create>60000 JPY',
  )
  const needs = (
    action: Parameters<typeof needsApproval>[1]['action'],
    owner: typeof merchant | ReturnType<typeof partner>,
    amount?: ReturnType<typeof money>,
  ) => needsApproval(rules, { action, owner, amount })
  expect([needs('kyc:decide', partner('502')), needs('kyc:decide', partner('503'))]).toEqual([true, false])
  expect(needs('topups:decide', merchant)).toBe(true)
  expect(needs('screening:decide', merchant)).toBe(false)
  expect(needs('refunds:create', merchant, money(50_000n, 'EUR'))).toBe(false)
  expect(needs('refunds:create', merchant, money(50_001n, 'EUR'))).toBe(true)
  expect(needs('refunds:create', merchant, money(60_000n, 'JPY'))).toBe(false)
  expect(needs('refunds:create', merchant, money(1n, 'USD'))).toBe(true)
  expect(
    needsApproval(rulesOf('refunds:create'), { action: 'refunds:create', owner: merchant, amount: money(1n, 'EUR') }),
  ).toBe(true)
  expect(rulesOf('none').size).toBe(0)
})

test.for([
  '',
  'refunds:create>5.001EUR',
  'refunds:create>500',
  'kyc:decide>5.00EUR',
  'cards:close',
  'refunds:create>5.00XXY',
])('a rule that is not understood is refused, with what can be written: %s', (text) => {
  expect(readApprovalRules(text)).toMatchObject({ problem: expect.stringContaining('refunds:create>500.00EUR') })
})
