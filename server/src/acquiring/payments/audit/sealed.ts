import { byId, type Feed, type Journal, journalSeal, type Sealed } from '#kernel/audit/seal/sealed.ts'

const transitions: Journal = { table: 'payments.payment_transitions' }

/** What a payment was when it began: its history has begun with it. */
const beginnings: Feed = {
  journal: transitions,
  keys: (rows) => `select payment_id from ${rows} where from_status is null`,
}

/** A refund or a dispute changes what is left of its payment. */
const changeFeeds: readonly Feed[] = [
  { journal: transitions, keys: (rows) => `select payment_id from ${rows}` },
  {
    journal: transitions,
    keys: (rows) =>
      `select p.parent_id from ${rows} join payments.payments p on p.id = f.payment_id where p.parent_id is not null`,
  },
]

/** Erasing a shopper empties it. */
const saltOfShopper = 'select s.salt from shoppers.seal_salts s where s.shopper_id = r.shopper_id'

/** Then its description goes, and what is left is sealed again. */
const gone = 'exists (select from shoppers.shoppers h where h.id = r.shopper_id and h.erased_at is not null)'

const ofErased: readonly Feed[] = [
  {
    journal: { table: 'outbox.events' },
    keys: (rows) =>
      `select p.id from ${rows} join payments.payments p on p.shopper_id = f.subject_id::bigint where f.name = 'shopperErased'`,
  },
]

const facts = [
  'r.type',
  'r.source',
  'r.initiator',
  'r.merchant_id',
  'r.site_id',
  'r.shopper_id',
  'r.order_id',
  'r.period',
  'r.parent_id',
  'r.description',
  'r.currency',
  'r.minor',
  'r.captures_at_once',
  'r.transaction_option',
  'r.card_brand',
  'r.card_first6',
  'r.card_last4',
  'r.card_expiry',
  'r.card_fingerprint',
  'r.created_at',
]

/** Which batch a payment is in is checked with the batch; when its next request is due, with its status. */
export const sealed: readonly Sealed[] = [
  journalSeal('payments.payment_transitions', {
    what: 'transition',
    facts: ['r.payment_id', 'r.action', 'r.from_status', 'r.to_status', 'r.minor', 'r.occurred_at'],
  }),
  {
    name: 'payments.payments',
    what: 'payment',
    table: 'payments.payments',
    key: byId,
    facts,
    gone,
    feeds: [beginnings],
    holds: 'first',
  },
  {
    name: 'payments.payments of erased',
    what: 'payment',
    table: 'payments.payments',
    key: byId,
    facts,
    feeds: ofErased,
    holds: 'latest',
  },
  {
    name: 'payments.payments result',
    what: 'payment',
    table: 'payments.payments',
    key: byId,
    facts: [
      'r.status',
      'r.captured_minor',
      'r.refunded_minor',
      'r.charged_back_minor',
      'r.fee_minor',
      'r.fee_basis_points',
      'r.card_id',
      'r.stores_token',
      // A connector in trouble is left for another one, under another key, before the payment has any result.
      `case when r.status <> 'authorizing' then jsonb_build_array(r.key, r.connector) end`,
      // That of a pending request may come before its result.
      'case when r.request_key is null then r.reference end',
      'r.network_transaction_id',
      'r.authorization_code',
      'r.checks',
      'r.three_d_secure',
      'r.decline_reason',
      'r.challenge',
      'r.shares',
      'r.reversal_reason',
      'r.reversal_message is not null',
      'r.approved_at',
      'r.captured_at',
    ],
    feeds: changeFeeds,
    holds: 'latest',
  },
  {
    name: 'payments.payments price',
    what: 'payment',
    table: 'payments.payments',
    key: byId,
    facts: ['r.price_rule_id', 'r.price_facts'],
    feeds: [
      {
        journal: transitions,
        keys: (rows) => `select payment_id from ${rows} where action in ('sell', 'capture')`,
      },
    ],
    holds: 'latest',
  },
  {
    name: 'payments.payments advice',
    what: 'payment',
    table: 'payments.payments',
    key: byId,
    facts: ['r.decline_advice'],
    feeds: [{ journal: transitions, keys: (rows) => `select payment_id from ${rows} where action = 'decline'` }],
    holds: 'latest',
  },
  {
    name: 'payments.payments corrections of shares',
    what: 'payment',
    table: 'payments.payments',
    key: byId,
    facts: ['r.share_corrections'],
    feeds: [
      {
        journal: transitions,
        keys: (rows) =>
          `select p.id from ${rows} join payments.payments p on p.id = f.payment_id where p.share_corrections is not null`,
      },
    ],
    holds: 'latest',
  },
  {
    name: 'payments.payments wallet',
    what: 'payment',
    table: 'payments.payments',
    key: byId,
    facts: ['r.wallet', 'r.wallet_device'],
    feeds: [
      {
        journal: transitions,
        keys: (rows) =>
          `select p.id from ${rows} join payments.payments p on p.id = f.payment_id where f.from_status is null and p.wallet is not null`,
      },
    ],
    holds: 'first',
  },
  {
    name: 'payments.payments reinstatement',
    what: 'payment',
    table: 'payments.payments',
    key: byId,
    facts: ['r.reinstates_id'],
    feeds: [
      {
        journal: transitions,
        keys: (rows) =>
          `select p.id from ${rows} join payments.payments p on p.id = f.payment_id where f.from_status is null and p.reinstates_id is not null`,
      },
    ],
    holds: 'first',
  },
  {
    name: 'payments.payments person',
    what: 'payment',
    table: 'payments.payments',
    key: byId,
    facts: ['r.card_holder_name', 'r.card_facts', 'r.ip'],
    salt: saltOfShopper,
    feeds: [beginnings],
    holds: 'first',
  },
  {
    // The words of a person, of which there are few.
    name: 'payments.payments message',
    what: 'payment',
    table: 'payments.payments',
    key: byId,
    facts: ['r.reversal_message'],
    salt: saltOfShopper,
    feeds: [
      {
        journal: transitions,
        keys: (rows) =>
          `select p.id from ${rows} join payments.payments p on p.id = f.payment_id where p.reversal_message is not null`,
      },
    ],
    holds: 'latest',
  },
  {
    // What becomes of a hold follows from its payment.
    name: 'ledger.holds end',
    what: 'hold',
    table: 'ledger.holds',
    key: byId,
    facts: ['r.status', 'r.posted_minor', 'r.ended_at'],
    feeds: [
      {
        journal: transitions,
        keys: (rows) =>
          `select h.id from ${rows} join ledger.holds h on h.reference = 'payment ' || f.payment_id where f.from_status is not null`,
      },
    ],
    holds: 'latest',
  },
  {
    name: 'payments.fallbacks',
    what: 'fallback of payment',
    table: 'payments.fallbacks',
    key: [
      { column: 'payment_id', type: 'bigint' },
      { column: 'connector', type: 'text' },
    ],
    facts: ['r.key', 'r.reference', 'r.decline_reason', 'r.next_connector', 'r.occurred_at'],
    feeds: [
      {
        journal: transitions,
        keys: (rows) =>
          `select b.payment_id, b.connector from ${rows} join payments.fallbacks b on b.payment_id = f.payment_id`,
      },
    ],
    holds: 'first',
  },
]
