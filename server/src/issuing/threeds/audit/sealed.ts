import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** A challenge is sealed by the transitions that make and change it. */
export const sealed: readonly Sealed[] = [
  journalSeal('threeds.authentications', { what: 'authentication', facts: [`to_jsonb(r) - 'id'`] }),
  journalSeal('threeds.challenge_transitions', { what: 'transition of challenge', facts: [`to_jsonb(r) - 'id'`] }),
  {
    name: 'threeds.challenges',
    what: 'challenge',
    table: 'threeds.challenges',
    key: [{ column: 'id', type: 'uuid' }],
    facts: [`to_jsonb(r) - 'version' - 'due_at' - 'leased_until'`],
    feeds: [
      {
        journal: { table: 'threeds.challenge_transitions' },
        keys: (rows) => `select challenge_id from ${rows}`,
      },
    ],
    holds: 'latest',
  },
]
