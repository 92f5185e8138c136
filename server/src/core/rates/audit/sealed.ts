import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('rates.rates', {
    what: 'exchange rate',
    facts: ['r.base', 'r.quote', 'r.rate', 'r.as_of', 'r.source', 'r.recorded_at'],
  }),
]
