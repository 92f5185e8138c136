import { byId, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

const messages = { table: 'spending.messages' } as const
const ofTransactions = (rows: string) => `select transaction_id from ${rows} where transaction_id is not null`

/** A transaction and its presentments are sealed by the messages that make and change them. */
export const sealed: readonly Sealed[] = [
  journalSeal('spending.messages', {
    what: 'message',
    facts: [`to_jsonb(r) - 'id' - 'original_class' - 'original_network_transaction_id' - 'before_original'`],
  }),
  {
    ...journalSeal('spending.messages', {
      what: 'original of message',
      facts: ['r.original_class', 'r.original_network_transaction_id', 'r.before_original'],
    }),
    name: 'spending.messages original',
  },
  {
    name: 'spending.transactions',
    what: 'transaction',
    table: 'spending.transactions',
    key: [{ column: 'id', type: 'uuid' }],
    facts: ['to_jsonb(r)'],
    feeds: [{ journal: messages, keys: ofTransactions }],
    holds: 'latest',
  },
  {
    name: 'spending.states',
    what: 'transaction',
    table: 'spending.states',
    key: [{ column: 'id', type: 'uuid' }],
    facts: ['r.status', 'r.authorized_minor', 'r.held_minor', 'r.holds', 'r.cleared_minor', 'r.refunded_minor'],
    feeds: [{ journal: messages, keys: ofTransactions }],
    holds: 'latest',
  },
  {
    name: 'spending.questions',
    what: 'question',
    table: 'spending.questions',
    key: [{ column: 'id', type: 'uuid' }],
    facts: [`to_jsonb(r) - 'due_at' - 'leased_until'`],
    feeds: [
      {
        journal: messages,
        keys: (rows) =>
          `select q.id from ${rows} join spending.questions q using (sender, stan, sent_at, class) where f.code is null`,
      },
    ],
    holds: 'first',
  },
  {
    name: 'spending.presentments',
    what: 'presentment',
    table: 'spending.presentments',
    key: [{ column: 'id', type: 'uuid' }],
    facts: ['to_jsonb(r)'],
    feeds: [
      {
        journal: messages,
        keys: (rows) =>
          `select p.id from ${rows} join spending.presentments p on p.transaction_id = f.transaction_id where f.action is not null`,
      },
    ],
    holds: 'first',
  },
  {
    // A file is in the audit when it begins and when it ends.
    name: 'spending.files',
    what: 'clearing file',
    table: 'spending.files',
    key: byId,
    facts: [`to_jsonb(r) - 'version' - 'done'`],
    feeds: [
      {
        journal: { table: 'directory.audit' },
        keys: (rows) => `select subject_id::bigint from ${rows} where subject_type = 'clearingFile'`,
      },
    ],
    holds: 'latest',
  },
  {
    // What becomes of a hold follows from the messages of its transaction.
    name: 'ledger.holds end of spending',
    what: 'hold',
    table: 'ledger.holds',
    key: [{ column: 'id', type: 'bigint' }],
    facts: ['r.status', 'r.posted_minor', 'r.ended_at'],
    feeds: [
      {
        journal: messages,
        keys: (rows) =>
          `select h.id from ${rows} join spending.states s on s.id = f.transaction_id
           cross join lateral generate_series(1, s.holds) n
           join ledger.holds h on h.reference = 'spend ' || s.id || '/' || n where f.action is not null`,
      },
    ],
    holds: 'latest',
  },
]
