import { expect, test } from 'vitest'
import { accounts, recipes } from '#core/ledger'
import { parkWords } from '../../../dashboard/src/pages/operator/reviews/park-words.ts'
import { familyOf, familyWords, recipeWords } from '../../../dashboard/src/parts/ledger-words.ts'
import { parkReasons } from '../../src/issuing/topups/crypto/judge-deposit.ts'

test('every posting and every account has words in the dashboard, and no words are of what is not there', () => {
  const families = Object.values(accounts).map((account) =>
    familyOf(typeof account === 'string' ? account : account('7' as never)),
  )
  for (const language of ['en', 'ro'] as const) {
    expect(Object.keys(recipeWords[language]).toSorted()).toEqual(Object.keys(recipes).toSorted())
    expect(Object.keys(familyWords[language]).toSorted()).toEqual(families.toSorted())
  }
})

test('every reason for which a deposit waits for a person has words in the dashboard', () => {
  const reasons = [...Object.keys(parkReasons), 'sanctioned_sender'].toSorted()
  for (const language of ['en', 'ro'] as const) expect(Object.keys(parkWords[language]).toSorted()).toEqual(reasons)
})
