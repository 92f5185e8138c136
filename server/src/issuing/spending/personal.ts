import type { PersonalData } from '#kernel/db/personal-data.ts'

/** Card transactions say where somebody has paid, and name them by an id alone. Decision 122. */
export const personal: PersonalData = {
  module: 'spending',
  tables: [
    {
      table: 'spending.transactions',
      of: 'r.holder_id = any(:holder)',
      finds: { transaction: { of: 'r.id', type: 'uuid' } },
      exported:
        'id account_id card_id type currency minor merchant_minor merchant_currency merchant_name merchant_city merchant_country merchant_category created_at',
      personal: {},
    },
  ],
}
