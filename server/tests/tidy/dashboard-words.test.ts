import { expect, test } from 'vitest'
import { whyNotCodes } from '#acquiring/payments'
import { accounts, recipes } from '#core/ledger'
import { valueWords } from '../../../dashboard/src/pages/operator/reviews/kyc/value-words.ts'
import { parkWords } from '../../../dashboard/src/pages/operator/reviews/park-words.ts'
import { reasonValues, reasonWords } from '../../../dashboard/src/pages/partner/transactions/reason-words.ts'
import { familyOf, familyWords, recipeWords } from '../../../dashboard/src/parts/ledger-words.ts'
import { whyNotWords } from '../../../dashboard/src/parts/why-not-words.ts'
import { genders, sourcesOfFunds } from '../../src/issuing/kyc/steps/answers.ts'
import { reasonTexts, wordsOf } from '../../src/issuing/spending/reasons.ts'
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

test('the reasons of decisions about cards are said in both languages, with the same values as by the server', () => {
  // An amount is shown with its currency, which needs no place of its own.
  const valuesIn = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([code, text]) => [code, ...new Set(text.match(/\{(?!currency\b)\w+\}/g)?.toSorted())])
  const namesIn = (values: Readonly<Record<string, object>>) =>
    Object.entries(values).map(([name, words]) => [name, ...Object.keys(words)])
  for (const language of ['en', 'ro'] as const) {
    expect(valuesIn(reasonWords[language])).toEqual(valuesIn(reasonTexts))
    expect(namesIn(reasonValues[language])).toEqual(namesIn(wordsOf))
  }
})

test('every answer of a KYC case that is a word of ours has words in the dashboard', () => {
  for (const { gender, sourceOfFunds } of Object.values(valueWords)) {
    expect(Object.keys(gender)).toEqual([...genders])
    expect(Object.keys(sourceOfFunds)).toEqual([...sourcesOfFunds])
  }
})

test('every reason why something cannot be done with a payment has words in the dashboard', () => {
  for (const language of ['en', 'ro'] as const)
    expect(Object.keys(whyNotWords[language]).toSorted()).toEqual([...whyNotCodes].toSorted())
})
