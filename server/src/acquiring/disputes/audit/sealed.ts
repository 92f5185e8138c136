import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

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
]
