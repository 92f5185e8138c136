import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('settlement.batches', {
    what: 'batch',
    facts: [
      'r.site_id',
      'r.currency',
      'r.cut_off_at',
      'r.part',
      'r.net_minor',
      'r.payments',
      'r.closed_at',
      'r.members',
    ],
  }),
]
