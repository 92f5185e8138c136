import { emptied, type PersonalData } from '#kernel/db/personal-data.ts'

const because = 'it lives for minutes, and is deleted a day later'

/** How a customer of a partner logs in. Decision 122. */
export const personal: PersonalData = {
  module: 'holders',
  tables: [
    {
      table: 'holders.holders',
      of: 'r.id = any(:holder)',
      finds: {
        partner: { of: 'r.partner_id', type: 'integer' },
        email: { of: 'lower(r.email)', type: 'text' },
      },
      exported: 'id partner_id status email_verified second_factor language created_at erased_at',
      personal: { email: emptied, password_hash: { isHidden: true } },
      along: { seal_salt: 'null', version: 'r.version + 1' },
      isLast: true,
    },
    {
      table: 'holders.wallets',
      of: 'r.holder_id = any(:holder)',
      exported: 'id chain verified created_at',
      personal: { address: { becomes: `'erased ' || r.id`, because: 'a wallet has an address' } },
      isLast: true,
    },
    {
      table: 'holders.sessions',
      of: 'r.holder_id = any(:holder)',
      exported: 'id method created_at ended_at end_reason',
      personal: {},
    },
    {
      table: 'holders.registrations',
      of: 'r.partner_id = any(:partner) and lower(r.email) = any(:email)',
      exported: 'id created_at expires_at',
      personal: {
        email: { kept: 'short-lived', because },
        password_hash: { kept: 'short-lived', because, isHidden: true },
        wallet_address: { kept: 'short-lived', because },
      },
    },
    {
      table: 'holders.password_resets',
      of: 'r.partner_id = any(:partner) and lower(r.email) = any(:email)',
      exported: 'id created_at expires_at',
      personal: { email: { kept: 'short-lived', because } },
    },
  ],
}
