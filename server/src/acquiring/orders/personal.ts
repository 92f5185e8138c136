import { emptied, erasedText, type PersonalData } from '#kernel/db/personal-data.ts'

/** What a shopper has ordered. What was sold, and for how much, is a record of the store's accounts. Decision 122. */
export const personal: PersonalData = {
  module: 'orders',
  tables: [
    {
      table: 'orders.orders',
      of: 'r.shopper_id = any(:shopper)',
      finds: {
        order: { of: 'r.id', type: 'bigint' },
        invoiced: { of: 'lower(r.invoice_email)', type: 'text' },
      },
      exported: 'id site_id type mode status end_reason currency minor created_at',
      personal: {
        description: erasedText,
        external_id: { kept: 'books', because: 'what was sold stays with the books, under the store’s number of it' },
        items: { kept: 'books', because: 'what was sold stays with the books, under the store’s number of it' },
        tags: { becomes: `'{}'` },
        level3: emptied,
        custom_data: emptied,
        back_url: emptied,
        invoice_email: emptied,
        language: emptied,
        cancel_message: emptied,
      },
      along: { version: 'r.version + 1' },
      isLast: true,
    },
  ],
  open: [
    {
      table: 'orders.orders',
      of: `r.shopper_id = any(:shopper) and r.status in ('in-progress', 'retrying', 'expiring')`,
      what: `'order ' || r.id || ' is ' || r.status`,
    },
  ],
}
