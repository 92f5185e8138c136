import type { PersonalData } from '#kernel/db/personal-data.ts'

/** Invoices are kept as tax law says. Decision 122. */
export const personal: PersonalData = {
  module: 'invoices',
  tables: [
    {
      table: 'invoices.documents',
      of: 'r.order_id = any(:order)',
      exported: 'id kind prefix number order_id currency minor vat_minor issued_at',
      personal: {
        content: { kept: 'books', because: 'what was sold stays with the books; the numbers of invoices have no gaps' },
        buyer: {
          kept: 'accounts',
          since: 'r.issued_at',
          becomes: `'{"name": "erased", "address": []}'`,
          because: 'tax law: an invoice names its buyer',
        },
      },
    },
  ],
  open: [
    {
      table: 'invoices.requests',
      of: 'r.payment_id = any(:payment) and r.due_at is not null',
      what: `'a document of order ' || r.order_id || ' is not made yet'`,
    },
  ],
}
