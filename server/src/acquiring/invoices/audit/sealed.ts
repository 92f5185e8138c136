import { byId, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  journalSeal('invoices.requests', {
    what: 'request of document',
    facts: [`to_jsonb(r) - 'id' - 'due_at' - 'leased_until' - 'tries' - 'problem' - 'parked_at'`],
  }),
  journalSeal('invoices.documents', { what: 'document', facts: [`to_jsonb(r) - 'id' - 'buyer'`] }),
  {
    name: 'invoices.documents buyer',
    what: 'document',
    table: 'invoices.documents',
    key: byId,
    facts: ['r.buyer'],
    salt: 'select s.salt from shoppers.seal_salts s where s.shopper_id = r.shopper_id',
    feeds: [{ journal: { table: 'invoices.documents' } }],
    holds: 'first',
  },
]
