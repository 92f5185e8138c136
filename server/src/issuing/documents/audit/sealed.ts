import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

const byUuid = [{ column: 'id', type: 'uuid' }] as const

export const sealed: readonly Sealed[] = [
  journalSeal('documents.verification_transitions', {
    what: 'transition of verification',
    facts: [
      'r.verification_id',
      'r.from_status',
      'r.to_status',
      'r.action',
      'r.actor',
      'r.from_where',
      'r.occurred_at',
    ],
  }),
  {
    name: 'documents.verifications',
    what: 'verification',
    table: 'documents.verifications',
    key: byUuid,
    // What was typed is here by its digest, which is keyed.
    facts: [`to_jsonb(r) - 'version' - 'answers' - 'due_at' - 'leased_until'`],
    feeds: [
      {
        journal: { table: 'documents.verification_transitions' },
        keys: (rows) => `select verification_id from ${rows}`,
      },
    ],
    holds: 'latest',
  },
  {
    name: 'documents.documents',
    what: 'document',
    table: 'documents.documents',
    key: byUuid,
    // The file is here by its digest.
    facts: [`to_jsonb(r) - 'data_key'`],
    feeds: [
      {
        journal: { table: 'outbox.events' },
        keys: (rows) => `select subject_id::uuid from ${rows} where name = 'documentChanged'`,
      },
    ],
    holds: 'latest',
  },
]
