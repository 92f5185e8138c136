import { expect, test } from 'vitest'
import type { Filter } from './filter.ts'
import { wordsOf } from './filter-words.ts'
import { listTexts } from './texts.ts'

const status: Filter = {
  name: 'status',
  label: 'Status',
  kind: 'choice',
  isSeveral: true,
  options: [
    { value: 'failed', label: 'Declined' },
    { value: 'uncertain', label: 'Outcome unknown' },
  ],
}
const amount: Filter = { name: 'amount', label: 'Amount', kind: 'range', needs: { name: 'currency', usual: 'EUR' } }
const created: Filter = { name: 'created', label: 'Created', kind: 'period' }

test.for([
  [status, { status: 'failed,uncertain' }, 'Status: Declined, Outcome unknown'],
  [status, { status: '!failed' }, 'Status: all but Declined'],
  [amount, { amount: '10..' }, 'Amount (EUR) ≥ 10'],
  [amount, { amount: '..50', currency: 'RON' }, 'Amount (RON) ≤ 50'],
  [amount, { amount: '10..50' }, 'Amount (EUR): 10 – 50'],
  [created, { created: 'last-7d' }, 'Created: last 7 days'],
  [created, { created: '2026-11-01..2026-11-01' }, 'Created: 2026-11-01'],
  [created, { created: '2026-11-01..' }, 'Created: from 2026-11-01'],
] as const)('a chip says what its filter holds', ([filter, values, words]) => {
  expect(wordsOf(filter, values, listTexts.en)).toBe(words)
})
