import { erasedText, type PersonalData } from '#kernel/db/personal-data.ts'

/** What a customer said of a payment that they dispute. Decision 122. */
export const personal: PersonalData = {
  module: 'chargebacks',
  tables: [
    {
      table: 'chargebacks.disputes',
      of: 'r.transaction_id = any(:transaction)',
      exported: 'id transaction_id reason currency minor status created_at',
      personal: { explanation: erasedText },
      along: { version: 'r.version + 1' },
      isLast: true,
    },
  ],
  open: [
    {
      table: 'chargebacks.disputes',
      of: `r.transaction_id = any(:transaction) and r.status in ('submitted', 'chargedBack')`,
      what: `'dispute ' || r.id || ' is ' || r.status`,
    },
  ],
}
