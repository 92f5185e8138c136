import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('pricing.rules', { what: 'price rule', facts: [`to_jsonb(r) - 'id'`] }),
  {
    name: 'pricing.removals',
    what: 'removal of price rule',
    table: 'pricing.removals',
    key: [{ column: 'rule_id', type: 'bigint' }],
    facts: ['r.removed_from', 'r.created_at'],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) =>
          `select subject_id::bigint from ${rows} where subject_type = 'priceRule' and f.action = 'priceRemoved'`,
      },
    ],
    holds: 'first',
  },
]
