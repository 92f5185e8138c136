import { byId, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

const decisions = { table: 'kyc.case_transitions' } as const

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
    facts: [
      'r.holder_id',
      'r.partner_id',
      'r.status',
      'r.reject_reason',
      'r.created_at',
      'r.submitted_at',
      'r.decided_at',
    ],
    feeds: [{ journal: decisions, keys: (rows) => `select case_id from ${rows}` }],
    holds: 'latest',
  },
  // What was said is here by its digest, whose salt is in what is sealed under a master key.
  journalSeal('kyc.submissions', {
    what: 'KYC submission',
    facts: [
      'r.case_id',
      'r.step',
      'r.key',
      'r.digest',
      'r.verification_id',
      'r.actor',
      'r.from_where',
      'r.submitted_at',
    ],
  }),
  journalSeal('kyc.sent_back', {
    what: 'KYC step sent back',
    facts: ['r.case_id', 'r.step', 'r.submission_id', 'r.reject_reason', 'r.sent_back_at'],
  }),
  {
    name: 'kyc.identity_checks',
    what: 'identity check',
    table: 'kyc.identity_checks',
    key: byId,
    facts: [
      'r.case_id',
      'r.key',
      'r.provider',
      'r.status',
      'r.reject_reason',
      'r.reference',
      'r.because',
      'r.created_at',
      'r.closed_at',
    ],
    feeds: [
      {
        journal: { table: 'outbox.events' },
        keys: (rows) => `select (body ->> 'checkId')::bigint from ${rows} where name = 'kycCheckClosed'`,
      },
    ],
    holds: 'latest',
  },
]
