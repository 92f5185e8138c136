import { emptied, type PersonalData } from '#kernel/db/personal-data.ts'

/** Issued cards. Their numbers stay in the vault for payments that are cleared late and for disputes. Decision 122. */
export const personal: PersonalData = {
  module: 'cards',
  tables: [
    {
      table: 'cards.cards',
      of: 'r.holder_id = any(:holder)',
      finds: { card: { of: 'r.id', type: 'uuid' } },
      exported: 'id virtual currency status last_four expiry created_at',
      personal: { label: emptied, sealed_delivery: { isHidden: true } },
      along: { version: 'r.version + 1' },
    },
    {
      table: 'cards.card_transitions',
      of: 'r.card_id = any(:card)',
      exported: 'id card_id action from_status to_status occurred_at',
      personal: {
        from_where: { kept: 'security', because: 'who has changed a card from where is a record of security' },
      },
    },
  ],
}
