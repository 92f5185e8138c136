import type { PersonalData } from '#kernel/db/personal-data.ts'

/** How a customer put money on an account. Decision 122. */
export const personal: PersonalData = {
  module: 'topups',
  tables: [
    {
      table: 'topups.topups',
      of: 'r.holder_id = any(:holder)',
      finds: { topup: { of: 'r.id', type: 'text' }, topup_site: { of: 'r.site_id', type: 'integer' } },
      exported: 'id account_id type status currency minor fee_minor failure_reason created_at completed_at',
      personal: {},
    },
    {
      table: 'topups.quotes',
      of: 'r.holder_id = any(:holder)',
      exported: 'id currency minor fee_minor quantity created_at expires_at',
      personal: {
        sender: { kept: 'security', because: 'where money came from: the transfer is on a public chain for good' },
      },
    },
  ],
  open: [
    {
      table: 'topups.topups',
      of: `r.holder_id = any(:holder) and r.status in ('created', 'pending')`,
      what: `r.id || ' is ' || r.status`,
    },
  ],
}
