import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

const decisions = { table: 'topups.topup_transitions' } as const

export const sealed: readonly Sealed[] = [
  journalSeal('topups.topup_transitions', {
    what: 'transition of topup',
    facts: ['r.topup_id', 'r.from_status', 'r.to_status', 'r.action', 'r.actor', 'r.reason', 'r.occurred_at'],
  }),
  journalSeal('topups.reversals', {
    what: 'reversal of topup',
    facts: ['r.topup_id', 'r.kind', 'r.transaction_id', 'r.currency', 'r.minor', 'r.owed_minor', 'r.occurred_at'],
  }),
  journalSeal('topups.quotes', { what: 'quote', facts: [`to_jsonb(r)`] }),
  journalSeal('topups.crypto_orders', { what: 'order in coins', facts: [`to_jsonb(r)`] }),
  journalSeal('topups.losses', {
    what: 'loss of deposit',
    facts: ['r.receipt_id', 'r.nth', 'r.kind', 'r.owed_minor', 'r.occurred_at'],
  }),
  journalSeal('topups.receipt_transitions', {
    what: 'transition of receipt',
    facts: [
      'r.receipt_id',
      'r.from_status',
      'r.to_status',
      'r.action',
      'r.actor',
      'r.from_where',
      'r.reason',
      'r.occurred_at',
    ],
  }),
  {
    name: 'topups.receipts',
    what: 'receipt of deposit',
    table: 'topups.receipts',
    key: [{ column: 'id', type: 'uuid' }],
    facts: [`to_jsonb(r) - 'version' - 'due_at' - 'leased_until'`],
    feeds: [{ journal: { table: 'topups.receipt_transitions' }, keys: (rows) => `select receipt_id from ${rows}` }],
    holds: 'latest',
  },
  {
    name: 'topups.topups',
    what: 'topup',
    table: 'topups.topups',
    key: [{ column: 'id', type: 'text' }],
    facts: [`to_jsonb(r) - 'version' - 'due_at' - 'leased_until'`],
    feeds: [{ journal: decisions, keys: (rows) => `select topup_id from ${rows}` }],
    holds: 'latest',
  },
]
