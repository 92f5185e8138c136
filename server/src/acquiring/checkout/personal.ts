import type { PersonalData } from '#kernel/db/personal-data.ts'

/** Visits of a shopper to our pages. Decision 122. */
export const personal: PersonalData = {
  module: 'checkout',
  tables: [
    {
      table: 'checkout.sessions',
      of: 'r.order_id = any(:order)',
      exported: 'id order_id status end_reason created_at',
      personal: {
        options: {
          becomes: `(r.options - 'browser' - 'language') #- '{link,facts}'`,
          because: 'a visit has its request and its link',
        },
      },
    },
  ],
  open: [
    {
      table: 'checkout.sessions',
      of: `r.order_id = any(:order) and r.status = 'open' and r.due_at is not null`,
      what: `'order ' || r.order_id || ' has an open payment page'`,
    },
  ],
}
