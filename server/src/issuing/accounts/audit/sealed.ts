import type { Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  {
    name: 'accounts.accounts',
    what: 'account',
    table: 'accounts.accounts',
    key: [{ column: 'id', type: 'uuid' }],
    facts: ['r.holder_id', 'r.partner_id', 'r.currency', 'r.status', 'r.created_at', 'r.closed_at'],
    feeds: [
      {
        journal: { table: 'outbox.events' },
        keys: (rows) => `select subject_id::uuid from ${rows} where subject_type = 'account'`,
      },
    ],
    holds: 'latest',
  },
]
