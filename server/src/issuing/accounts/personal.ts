import type { PersonalData } from '#kernel/db/personal-data.ts'

/** Accounts name their owner by an id alone. Decision 122. */
export const personal: PersonalData = {
  module: 'accounts',
  tables: [
    {
      table: 'accounts.accounts',
      of: 'r.holder_id = any(:holder)',
      exported: 'id currency status created_at closed_at',
      personal: {},
    },
  ],
  open: [
    {
      table: 'accounts.accounts',
      of: `r.holder_id = any(:holder) and r.status = 'active'`,
      what: `'account ' || r.id || ' in ' || r.currency || ' is open'`,
    },
  ],
}
