import { journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** A dispute is sealed by the transitions that change it. */
export const sealed: readonly Sealed[] = [
  journalSeal('chargebacks.transitions', { what: 'transition of card dispute', facts: [`to_jsonb(r) - 'id'`] }),
  {
    name: 'chargebacks.disputes',
    what: 'card dispute',
    table: 'chargebacks.disputes',
    key: [{ column: 'id', type: 'uuid' }],
    facts: [`to_jsonb(r) - 'version'`],
    feeds: [
      { journal: { table: 'chargebacks.transitions' }, keys: (rows) => `select dispute_id from ${rows}` },
      {
        // What they have said goes with the customer.
        journal: { table: 'outbox.events' },
        keys: (rows) =>
          `select d.id from ${rows} join chargebacks.disputes d on d.holder_id = f.subject_id where f.name = 'holderErased'`,
      },
    ],
    holds: 'latest',
  },
]
