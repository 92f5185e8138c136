import { byId, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('kyc.case_transitions', {
    what: 'KYC decision',
    facts: ['r.case_id', 'r.from_status', 'r.to_status', 'r.action', 'r.actor', 'r.reason', 'r.occurred_at'],
  }),
  {
    name: 'kyc.cases',
    what: 'KYC case',
    table: 'kyc.cases',
    key: byId,
    facts: ['r.holder_id', 'r.status', 'r.reject_reason', 'r.created_at', 'r.submitted_at', 'r.decided_at'],
    feeds: [{ journal: { table: 'kyc.case_transitions' }, keys: (rows) => `select case_id from ${rows}` }],
    holds: 'latest',
  },
]
