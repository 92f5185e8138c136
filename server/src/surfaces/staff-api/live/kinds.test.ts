import { expect, test } from 'vitest'
import { kindOf } from './kinds.ts'

test('a decision about a case changes what shows it, and a look at it does not, which would be the next look', () => {
  const about = { subject: 'kycCase', ownerKind: 'partner' }
  expect(kindOf({ ...about, action: 'kycCaseDecided' })).toBe('kyc')
  expect(kindOf({ ...about, action: null })).toBe('kyc')
  expect(kindOf({ ...about, action: 'kycCaseViewed' })).toBeUndefined()
  for (const [subject, action] of [
    ['hit', 'hitViewed'],
    ['document', 'kycDocumentViewed'],
    ['card', 'cardSecretsRead'],
    ['dispute', 'disputeFileRead'],
    ['siteKeys', 'siteKeyRevealed'],
    ['list', 'listExported'],
  ] as const)
    expect(kindOf({ subject, ownerKind: 'merchant', action })).toBeUndefined()
  expect(kindOf({ subject: 'card', ownerKind: 'site', action: 'cardsBlocked' })).toBe('shoppers')
})
