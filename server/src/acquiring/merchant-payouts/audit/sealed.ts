import { byId, type Feed, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

/** Every change of terms and of a bank account has an audit entry. */
const audited = (subject: string): readonly Feed[] => [
  {
    journal: { table: 'directory.audit' },
    keys: (rows) =>
      `select subject_id::bigint from ${rows} where subject_type = '${subject}' and subject_id is not null`,
  },
]

const ofTransitions: readonly Feed[] = [
  { journal: { table: 'merchant_payouts.payout_transitions' }, keys: (rows) => `select payout_id from ${rows}` },
]

export const sealed: readonly Sealed[] = [
  {
    name: 'merchant_payouts.terms',
    what: 'payout terms of merchant',
    table: 'merchant_payouts.terms',
    key: byId,
    facts: [`to_jsonb(r) - 'version' - 'due_at' - 'leased_until'`],
    feeds: audited('payoutTerms'),
    holds: 'latest',
  },
  {
    name: 'merchant_payouts.bank_accounts',
    what: 'bank account',
    table: 'merchant_payouts.bank_accounts',
    key: byId,
    facts: [`to_jsonb(r) - 'version'`],
    feeds: audited('bankAccount'),
    holds: 'latest',
  },
  journalSeal('merchant_payouts.earnings', { what: 'earnings', facts: [`to_jsonb(r) - 'id'`] }),
  journalSeal('merchant_payouts.reserves', {
    what: 'reserve',
    facts: [`to_jsonb(r) - 'id' - 'released_at' - 'due_at' - 'leased_until'`],
  }),
  journalSeal('merchant_payouts.files', { what: 'payout file', facts: [`to_jsonb(r) - 'id'`] }),
  journalSeal('merchant_payouts.payout_transitions', {
    what: 'transition of merchant payout',
    facts: [`to_jsonb(r) - 'id' - 'received_minor'`],
  }),
  {
    name: 'merchant_payouts.payout_transitions received',
    what: 'transition of merchant payout',
    table: 'merchant_payouts.payout_transitions',
    key: byId,
    facts: ['r.received_minor'],
    // By keys: the rows that were sealed without it have no seal of this kind.
    feeds: [{ journal: { table: 'merchant_payouts.payout_transitions' }, keys: (rows) => `select id from ${rows}` }],
    holds: 'first',
  },
  journalSeal('merchant_payouts.payout_items', { what: 'item of merchant payout', facts: [`to_jsonb(r) - 'id'`] }),
  {
    name: 'merchant_payouts.payouts',
    what: 'merchant payout',
    table: 'merchant_payouts.payouts',
    key: byId,
    facts: [
      `to_jsonb(r) - 'version' - 'bank_reference' - 'bank_charge_minor' - 'due_at' - 'due_tries' - 'leased_until'`,
    ],
    feeds: ofTransitions,
    holds: 'latest',
  },
  {
    name: 'merchant_payouts.payouts charge',
    what: 'merchant payout',
    table: 'merchant_payouts.payouts',
    key: byId,
    facts: ['r.bank_charge_minor'],
    feeds: ofTransitions,
    holds: 'latest',
  },
]
