import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('networkreports.reports', { what: 'network report', facts: [`to_jsonb(r) - 'id'`] }),
  journalSeal('networkreports.rows', { what: 'row of network report', facts: [`to_jsonb(r) - 'id'`] }),
  journalSeal('networkreports.settlements', { what: 'settlement with a network', facts: [`to_jsonb(r) - 'id'`] }),
  journalSeal('networkreports.matches', { what: 'match of network report', facts: [`to_jsonb(r) - 'id'`] }),
]
