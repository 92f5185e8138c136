import { byId, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** What the acquirer told. What it came to follows from the payments, and is checked with them. */
export const sealed: readonly Sealed[] = [
  journalSeal('disputes.events', {
    what: 'dispute event',
    facts: [
      'r.connector',
      'r.event_id',
      'r.dispute',
      'r.authorization_key',
      'r.kind',
      'r.currency',
      'r.minor',
      'r.reason',
      'r.happened_at',
      'r.received_at',
    ],
  }),
  journalSeal('disputes.case_transitions', { what: 'transition of dispute', facts: [`to_jsonb(r) - 'id'`] }),
  {
    name: 'disputes.cases',
    what: 'dispute',
    table: 'disputes.cases',
    key: byId,
    // What was said is here by its digest, which is keyed.
    facts: [`to_jsonb(r) - array['version', 'evidence', 'reminded_at', 'due_at', 'due_tries', 'leased_until']`],
    feeds: [
      { journal: { table: 'disputes.case_transitions' }, keys: (rows) => `select case_id from ${rows}` },
      {
        journal: { table: 'directory.audit' },
        keys: (rows) => `select subject_id::bigint from ${rows} where subject_type = 'dispute'`,
      },
    ],
    holds: 'latest',
  },
  {
    name: 'disputes.documents',
    what: 'file of a dispute',
    table: 'disputes.documents',
    key: [{ column: 'id', type: 'uuid' }],
    // The file is here by its digest.
    facts: [`to_jsonb(r) - 'data_key'`],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) =>
          `select (after ->> 'fileId')::uuid from ${rows} where subject_type = 'dispute' and after ->> 'fileId' is not null`,
      },
    ],
    holds: 'latest',
  },
]
