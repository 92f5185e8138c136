import { type Feed, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

const ofCards: Feed = {
  journal: { table: 'outbox.events' },
  keys: (rows) => `select subject_id::uuid from ${rows} where name in ('cardStatusChanged', 'cardChanged')`,
}

export const sealed: readonly Sealed[] = [
  journalSeal('cards.card_transitions', {
    what: 'transition of card',
    facts: [
      'r.card_id',
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
    ...journalSeal('cards.card_transitions', { what: 'suspension in a transition of card', facts: ['r.suspension'] }),
    name: 'cards.card_transitions suspension',
  },
  journalSeal('cards.provisionings', {
    what: 'provisioning of a wallet',
    facts: ['r.card_id', 'r.wallet', 'r.nonce', 'r.created_at'],
  }),
  {
    name: 'cards.cards',
    what: 'issued card',
    table: 'cards.cards',
    key: [{ column: 'id', type: 'uuid' }],
    // What people type is personal, and a digest of it could be guessed.
    facts: [`to_jsonb(r) - 'version' - 'label' - 'sealed_delivery' - 'suspensions'`],
    feeds: [ofCards],
    holds: 'latest',
  },
  {
    name: 'cards.cards suspensions',
    what: 'suspensions of issued card',
    table: 'cards.cards',
    key: [{ column: 'id', type: 'uuid' }],
    facts: ['r.suspensions'],
    feeds: [ofCards],
    holds: 'latest',
  },
]
