import { expect, test } from 'vitest'
import { readVerdicts, ruleNames, storedVerdicts, type Verdict } from './verdict.ts'

const all: Verdict[] = ruleNames.map((rule, nth) => ({ rule, result: nth % 3 === 0 ? 'notApplicable' : 'passed' }))
all[7] = { rule: 'currency', result: 'passed', reason: { code: 'no_rate', details: { from: 'USD', to: 'EUR' } } }
const details = { asked: '10.00', spendable: '5.00', currency: 'EUR' }
all[14] = { rule: 'balance', result: 'failed', code: '51', reason: { code: 'balance_too_low', details } }

test('of the verdicts of all rules a letter is kept for each, and in full those that have compared something', () => {
  const stored = storedVerdicts(all)
  expect(stored).toEqual(['nppnppnppnppnpf', all[7], all[14]])
  const read = readVerdicts(JSON.parse(JSON.stringify(stored)))
  expect(read.map(({ because: _, ...verdict }) => verdict)).toEqual(all)
  expect(read[14]!.because).toBe('10.00 EUR is asked for, and 5.00 EUR can be spent')
})

test('verdicts of others than the rules, and those of messages that were kept in full, are read as they are', () => {
  const partner: Verdict[] = [{ rule: 'partner', result: 'passed', outcome: 'approved', tookMs: 80 }]
  expect(storedVerdicts(partner)).toEqual(partner)
  expect(readVerdicts(partner)).toEqual(partner)
  const kept: Verdict[] = [{ rule: 'balance', result: 'failed', code: '51', because: 'the account has 5.00 EUR' }]
  expect(readVerdicts(kept)).toEqual(kept)
})
