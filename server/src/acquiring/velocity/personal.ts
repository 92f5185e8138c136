import type { PersonalData } from '#kernel/db/personal-data.ts'

const because = 'it holds a fraud back until somebody lifts the block'

/** Blocks by a shopper's address. Decision 122. */
export const personal: PersonalData = {
  module: 'velocity',
  tables: [
    {
      table: 'velocity.blocks',
      of: `(r.kind = 'email' and lower(r.value) = any(:email)) or r.payment_id = any(:payment)`,
      exported: 'id kind site_id blocked_at ends_at ended_at',
      personal: { value: { kept: 'security', because }, card: { kept: 'security', because } },
    },
  ],
}
