import { byId, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

export const sealed: readonly Sealed[] = [
  {
    name: 'fee_invoices.billing_details',
    what: 'billing details of merchant',
    table: 'fee_invoices.billing_details',
    key: byId,
    facts: [`to_jsonb(r) - 'version'`],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) =>
          `select subject_id::bigint from ${rows} where subject_type = 'billingDetails' and subject_id is not null`,
      },
    ],
    holds: 'latest',
  },
  journalSeal('fee_invoices.invoices', { what: 'fee invoice', facts: [`to_jsonb(r) - 'id'`] }),
  journalSeal('fee_invoices.lines', { what: 'line of fee invoice', facts: [`to_jsonb(r) - 'id'`] }),
  journalSeal('fee_invoices.months', { what: 'month of fee invoices', facts: [`to_jsonb(r) - 'id'`] }),
]
