import { expect, test } from 'vitest'
import { readVerdicts, ruleNames, storedVerdicts, type Verdict } from './verdict.ts'

const all: Verdict[] = ruleNames.map((rule, nth) => ({ rule, result: nth % 3 === 0 ? 'notApplicable' : 'passed' }))
all[7] = { rule: 'currency', result: 'passed', because: 'converted from USD to EUR' }
all[14] = {
  rule: 'balance',
  result: 'failed',
  code: '51',
  because: '10.00 EUR is asked for, and 5.00 EUR can be spent',
}

test('of the verdicts of all rules a letter is kept for each, and in full those that have compared something', () => {
  const stored = storedVerdicts(all)
  expect(stored).toEqual(['nppnppnppnppnpf', all[7], all[14]])
  expect(readVerdicts(JSON.parse(JSON.stringify(stored)))).toEqual(all)
})

test('verdicts of others than the rules, and those of messages that were kept in full, are read as they are', () => {
  const partner: Verdict[] = [{ rule: 'partner', result: 'passed', outcome: 'approved', tookMs: 80 }]
  expect(storedVerdicts(partner)).toEqual(partner)
  expect(readVerdicts(partner)).toEqual(partner)
  expect(readVerdicts(all)).toEqual(all)
})
