import { byId, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('reconciliation.reports', { what: 'acquirer report', facts: [`to_jsonb(r) - 'id'`] }),
  journalSeal('reconciliation.rows', { what: 'row of acquirer report', facts: [`to_jsonb(r) - 'id'`] }),
  journalSeal('reconciliation.bookings', { what: 'booking of acquirer row', facts: [`to_jsonb(r) - 'id'`] }),
  journalSeal('reconciliation.break_transitions', {
    what: 'transition of acquirer break',
    facts: [`to_jsonb(r) - 'id'`],
  }),
  {
    name: 'reconciliation.breaks',
    what: 'acquirer break',
    table: 'reconciliation.breaks',
    key: byId,
    facts: [`to_jsonb(r) - 'version' - 'due_at' - 'leased_until'`],
    feeds: [{ journal: { table: 'reconciliation.break_transitions' }, keys: (rows) => `select break_id from ${rows}` }],
    holds: 'latest',
  },
]
